"""Bot names: what machines are called at a table, drawn by lot."""

NAMES = (
    "V1Ki", "ST3V3",
    "Count Crumbs", "Dicey Rita", "Lady Luckless", "Sir Rollalot", "Beans McGee", "Aunt Entropy",
    "Captain Oops", "Mild Peril", "Toast Bandit", "Granny Gambit", "Doctor Maybe", "Wobbly Pete",
    "Madame Misfire", "Pickle Prince", "Bluff Buffalo", "Soggy Waffle", "Turbo Snail",
    "Baron Blunder", "Quiet Riot", "Noodle Knight", "Half Past Ten", "Fuzzy Logic",
    "Major Minor", "Plan B", "Uncle Zugzwang", "Hasty Pudding", "Lord Loophole", "Miss Fortune",
    "Kernel Panic", "Disco Turnip", "Vague Threat", "Moss Boss", "Cosmic Sock", "Last Biscuit",
)  # fmt: skip
