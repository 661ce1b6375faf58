"""Code golf: as few characters as possible.

Constraints
- The whole program, in as few characters as its author can manage; names are one letter.
- Nothing is said that Python does not need to hear. (This text does not count.)

Good for showing what a problem boils down to, for knowing a language well, and for fun: a row of
endings replaces a rule, a remainder replaces a question. It costs every reader more time than the
author saved. Nothing has a name, so nothing can be asked for, and a change means solving the
puzzle again. That is why it is neither formatted nor checked for types.
"""
from sys import*
import re,unicodedata as u
v=argv[1:]+["--"]
n=v.index("--")
for o in v[:n]:
 if"--"==o[:2]:stderr.write(f"gamenight: unknown option {o[:40]+'...'*(len(o)>40)!r} (possible: -- before inputs that begin with --)\n");exit(2)
w=v[:n]+v[n+1:-1]
b=1
f=[7]*4
d=0,1,2,3
e=lambda l,m,r:l+"═"*8+m+("═══"+m)*(12-b)+"═"*7+r
def c(t,w):g=w-sum((u.category(x)not in"MnMeMcCf")*-~(u.east_asian_width(x)in"WF")for x in t);return" "*(-~g//2)+t+" "*(g//2)
for x in 0,*(stdin.buffer.read().decode(errors="replace")if["-"]==w or not(w or stdin.isatty())else" ".join(w)).split(),"":
 m=0
 if x in[*"123456"]:
  n=int(x)-2
  if n%5>3 or f[n]<1:b+=1;f=[y*(y!=b)for y in f]
  else:
   if f[n]>12:n=f.index(max(y%13 for y in f))
   f[n]+=1
  if max(y%13 for y in f)<1:k="The fishing was good; it's","the catching that was bad.";l="Go team fish!","Finally free.";m=[k,k,("Nice tie","LOL!"),l,l][f.count(13)]
 elif x:m="The provided input is not valid!","Offending input: "+re.sub(r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]","?",x[:3])+"..."*(len(x)>3)
 elif x=="":m="Missing inputs.","The game ends!!"
 r="\n".join("║  "+"┌──┐1|│%s%s│ |│%s%s│ |└──┘6".split("|")[j]+" │ "+" │ ".join((f"{j+2}"if f[j]==p else" ▓"[p==7]).center(p//13*4+1)for p in range(b+1,14))+" ║"for j in d)%(*("2345"[j]*(f[j]<1)or" "for j in d),)
 s,z=e(*"╔╤╗"),e(*"╚╧╝")
 if m:g=max(len(s),len(m[0])+2);h="─"*g;r=f"┌{h}┐\n│{c(m[0],g)}│\n│{c(m[1],g)}│\n└{h}┘";g+=2;s=c(s,g);z=c(z,g)
 stdout.buffer.write(f"{s}\n{r}\n{z}\n".encode())
 if m and"p"!=m[0][4]:break
