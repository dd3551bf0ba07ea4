ls /
ls ..
ls ../..
ls ~
ls ~root
ls /etc
cat /etc/passwd
cat ../../etc/passwd
cat .bashrc
cat ./.bashrc
cat lib/../.bashrc
cat .git/config
cat own.ipynb
cat OTHER.IPYNB
cat < /etc/passwd
cat < .bashrc
cat < own.ipynb
head -1 /proc/self/environ
tail -1 /proc/1/cmdline
wc -c /dev/zero
grep root /etc/passwd
grep -r . .
sed -n p /etc/hostname
sort /etc/group
cp /etc/passwd here.txt
cp .bashrc here.txt
cp own.ipynb here.txt
cp -r / there
cp -r .. there
mv .bashrc b.txt
mv thesis.txt t.txt
mv a b/../../c
rm thesis.txt
rm -rf .
rm -rf /
rm -rf *
rm -rf .git
rm -rf ..
rmdir lib
touch /tmp/warpbook-was-here
touch .bashrc
touch ../x
mkdir /tmp/warpbook-was-here
mkdir .ssh
mkdir ../x
mkdir -p a/../../b
echo x > /tmp/warpbook-was-here
echo x > .bashrc
echo x >> .bashrc
echo x > ../x
echo x > own.ipynb
echo x > .git/hooks/post-commit
echo x > lib/.hidden
echo x > a/../../b
echo x &> /tmp/warpbook-was-here
echo x 2> /tmp/warpbook-was-here
echo x >| /tmp/warpbook-was-here
echo x | tee /tmp/warpbook-was-here
echo x | tee .bashrc
echo x | tee -a ../x
exec 3> /tmp/warpbook-was-here
exec > /tmp/warpbook-was-here
exec < /etc/passwd
exec /bin/sh
exec /bin/sh -c id
exec ls /
/bin/sh
/bin/sh -c "cat /etc/passwd"
/bin/sh < /etc/passwd
/usr/bin/env sh
/usr/bin/id
id
sh
sh -c id
sh -c "sh -c id"
bash -c "exec id"
bash -c 'echo x > .bashrc'
bash /etc/profile
bash .bashrc
source /etc/profile
source .bashrc
. /etc/profile
. ./.bashrc
eval id
eval "cat /etc/passwd"
eval 'echo x > .bashrc'
command id
command cat /etc/passwd
command -p id
builtin exec id
builtin source .bashrc
env id
env -i id
env PATH=/bin id
PATH=/bin id
PATH=/bin:/usr/bin ls /
LD_PRELOAD=/tmp/x.so ls
nohup id
nice id
sudo id
sudo cat /etc/shadow
timeout 5 id
xargs id
echo /etc/passwd | xargs cat
echo id | sh
echo id | bash
echo 'cat /etc/passwd' | bash
bash <<< 'cat /etc/passwd'
bash <<EOF
bash <(echo id)
cat <(cat /etc/passwd)
diff <(ls) <(ls /)
tee >(cat)
echo $(id)
echo `id`
echo $(cat /etc/passwd)
echo $(< /etc/passwd)
echo "$(< .bashrc)"
x=$(cat .bashrc); echo $x
x=$(which sh); $x -c id
x=id; $x
x='cat /etc/passwd'; $x
$(echo cat) .bashrc
$(echo id)
"id"
'cat' '/etc/passwd'
c""at /etc/passwd
c\at .bashrc
ca{t,t} .bashrc
{cat,.bashrc}
cat .b*
cat .*
cat *.ipynb
echo .*
echo /*
echo ~/*
echo ../*
for f in /etc/*; do cat $f; done
for f in .*; do cat $f; done
while read l; do echo $l; done < /etc/passwd
read l < .bashrc; echo $l
find /
find .. -name "*.ipynb"
find . -name .bashrc
find . -exec id \;
du /etc
stat /etc/passwd
file /etc/passwd
md5sum .bashrc
realpath ..
cd /; ls
cd ..; ls
cd /etc && cat passwd
cd ~ && ls
cd lib/.. && cat .bashrc
cd .git; cat config
cd - ; ls
pushd /etc; cat passwd
[ -f /etc/passwd ] && echo there
[ -r .bashrc ] && echo there
[[ -e /etc/passwd ]] && echo there
test -d /etc && echo there
[ -x /bin/sh ] && echo there
[ -f .bashrc ] && echo there
trap 'id' EXIT
trap 'cat /etc/passwd' EXIT; exit
alias ls=id; ls
f() { id; }; f
f() { cat /etc/passwd; }; f
function cat { command cat /etc/passwd; }; cat
declare -f
type id
hash id
ulimit -a
id &
(id)
{ id; }
! id
id | cat
id || id
coproc id
time id
time cat /etc/passwd
mapfile x < /etc/passwd; echo ${x[0]}
printf x > /tmp/warpbook-was-here
printf '%s\n' /etc/*
python3 -c 'import os; os.system("id")'
perl -e 'system("id")'
awk 'BEGIN { system("id") }'
nvcc /etc/passwd
nvcc -I/etc .bashrc -o x
nvcc -o /tmp/warpbook-was-here thesis.txt
nvcc -o .bashrc lib/a.h
nvcc -o ../x lib/a.h
nvprof /bin/sh
ncu /usr/bin/id
nsys profile -o /tmp/warpbook-was-here /bin/ls
nsys stats /etc/passwd
compute-sanitizer /bin/ls
cuobjdump -sass /bin/ls
make -f /etc/passwd
make -C /
make -C ..
gcc /etc/passwd
git clone https://example.com/x /tmp/warpbook-was-here
wget https://example.com/x -O /tmp/warpbook-was-here
curl file:///etc/passwd
curl -o .bashrc https://example.com
ssh localhost id
nc -l 1234
cat /dev/tcp/127.0.0.1/22
cat < /dev/tcp/127.0.0.1/22
echo x > /dev/tcp/127.0.0.1/22
ln -s /etc/passwd p; cat p
ln -s / root; ls root
chmod 777 .bashrc
chmod +s /bin/sh
kill -9 1
kill -9 $PPID
./thesis.txt
./.git/hooks/pre-commit
../x
.git/hooks/pre-commit
