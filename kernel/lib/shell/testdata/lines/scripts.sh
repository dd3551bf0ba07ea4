for n in 1 2 3; do
  echo "n=$n"
done
i=0
while [ $i -lt 5 ]; do i=$((i + 1)); echo -n "$i "; done; echo
#----
cat > run.sh <<EOF
#!/bin/bash
echo "running \$1"
EOF
chmod +x run.sh
./run.sh hello | tee log.txt
grep -c running log.txt
#----
set -e
mkdir -p build/sub && cd build
printf '%s %d\n' a 1 b 2 > t.txt
sort -r t.txt | head -1 || echo none
x=$(wc -l < t.txt); echo $((x * 2))
#----
square() { local y=$1; echo $((y * y)); }
for v in {1..4}; do square $v; done
case $(square 3) in 9) echo nine ;; *) echo other ;; esac
#----
if [[ -f a.cu && "$x" != "" ]]; then echo there; elif test -d .; then echo dir; else echo no; fi
export FOO="a b"; echo ${FOO#a } ${FOO:-none} ${#FOO} ${FOO/a/c}
#----
cat > a.cu <<'EOF'
#include <cstdio>
__global__ void k() { printf("k %d\n", threadIdx.x); }
int main(int argc, char **argv) { k<<<1, 2>>>(); cudaDeviceSynchronize(); return argc - 1; }
EOF
nvcc a.cu -o a && ./a
./a 1 2; echo "status $?"
time ./a > out.txt; cat out.txt | wc -l
#----
cat > Makefile <<'EOF'
OBJ = a.o
all: $(OBJ)
	@echo built $(OBJ:.o=) from $^
%.o: %.txt
	cp $< $@
clean: ; rm -f *.o
EOF
echo text > a.txt
make; make; make clean
#----
files=(a b c)
for f in "${files[@]}"; do touch "$f.txt"; done
ls *.txt; find . -name "*.txt" | sort | xargs echo
diff a.txt b.txt && echo same
sed 's/e/E/g' a.txt; seq 1 3 | tr '\n' ' '
