"""What people see of the page, and what it costs their browser, by the browser that tests use.

python -m tools.page.pictures --help
python -m tools.page.film --help
python -m tools.page.speed --help
"""
