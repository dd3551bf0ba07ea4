#include <iostream>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>
using namespace std;
struct V { double x, y; };
ostream &operator<<(ostream &os, const V &v) { return os << '(' << v.x << ", " << v.y << ')'; }
istream &operator>>(istream &is, V &v) { return is >> v.x >> v.y; }
template <typename T> void line(ostream &os, const T &x) { os << setw(12) << x << '|' << left << setw(12) << x << right << '|' << endl; }
int main()
{
    cout << 1 << ' ' << -2L << ' ' << 3u << ' ' << 4.5 << ' ' << 1.0f / 3 << ' ' << 'c' << ' ' << "text" << ' ' << true << ' ' << (short)5 << ' ' << 1e10 << ' ' << 1e-7 << ' ' << 123456789.0 << ' ' << 100000.0 << ' ' << 1234567.0 << endl;
    cout << boolalpha << true << false << noboolalpha << true << endl;
    cout << hex << 255 << ' ' << -1 << ' ' << showbase << 255 << ' ' << uppercase << 255 << nouppercase << ' ' << oct << 8 << noshowbase << ' ' << 8 << dec << ' ' << 255 << endl;
    cout << hex << (short)-1 << ' ' << (unsigned char)65 << ' ' << 18446744073709551615ull << dec << endl;
    cout << fixed << setprecision(2) << 3.14159 << ' ' << 2.0f << ' ' << 1e6 << ' ' << scientific << 12345.678 << ' ' << setprecision(0) << 1.5 << ' ' << defaultfloat << setprecision(6) << 3.14159265 << endl;
    cout << setprecision(3) << 1234.5678 << ' ' << 0.00012345 << ' ' << showpoint << 1.0 << ' ' << 100.0 << noshowpoint << ' ' << showpos << 5 << ' ' << 2.5 << noshowpos << setprecision(6) << endl;
    cout << setw(6) << 42 << '|' << setw(6) << left << 42 << '|' << setw(6) << internal << -42 << '|' << right << setw(6) << "ab" << '|' << setfill('*') << setw(8) << 3.5 << '|' << setfill(' ') << endl;
    cout << setfill('0') << setw(5) << 42 << ' ' << internal << setw(6) << -42 << ' ' << hex << showbase << setw(8) << 255 << dec << noshowbase << setfill(' ') << right << endl;
    line(cout, 3.25); line(cout, "word"); line(cout, 'c'); line(cout, string("string")); line(cout, 7); line(cout, V{1, 2});
    cout << V{0.5, -1} << endl;
    cout.precision(3);
    cout << 3.14159 << ' ' << cout.precision() << endl;
    cout.width(8);
    cout << 5 << '|' << cout.width() << endl;
    cout.setf(ios::fixed, ios::floatfield);
    cout.setf(ios::showpos);
    cout << 2.5 << endl;
    cout.unsetf(ios::showpos);
    cout.unsetf(ios::fixed);
    cout << 2.5 << endl;
    ios::fmtflags old = cout.flags();
    cout << hex << 10;
    cout.flags(old);
    cout << ' ' << 10 << endl;
    cout << (void *)0 << ' ' << nullptr << endl;
    cout.put('x').put('\n');
    cout.write("hello", 4) << endl;
    stringstream ss;
    ss << "10 20 abc 3.5 1 2";
    int a, b; string w; double d; V v;
    ss >> a >> b >> w >> d >> v;
    cout << a + b << w << d << v << ss.eof() << ss.fail() << endl;
    ostringstream os;
    os << "n=" << setw(4) << 7 << ';' << fixed << setprecision(1) << 2.25;
    cout << os.str() << os.str().size() << endl;
    os.str("");
    os << "again";
    cout << os.str() << endl;
    istringstream in("3 4 x 5");
    int n, sum = 0;
    while (in >> n) sum += n;
    cout << sum << in.fail() << in.eof() << in.bad() << endl;
    in.clear();
    in >> w;
    cout << w << endl;
    in >> n;
    cout << n << in.eof() << (bool)in << !in << endl;
    istringstream lines("first line\nsecond\n\nlast");
    string l;
    int count = 0;
    while (getline(lines, l)) cout << ++count << '[' << l << ']';
    cout << endl;
    istringstream csv("a,b,,c");
    vector<string> parts;
    while (getline(csv, l, ',')) parts.push_back(l);
    for (auto &p : parts) cout << '<' << p << '>';
    cout << parts.size() << endl;
    istringstream hx("ff 077 0x1f 12");
    hx >> hex >> a; cout << a << ' '; hx >> oct >> a; cout << a << ' '; hx >> hex >> a; cout << a << ' '; hx >> dec >> a; cout << a << endl;
    istringstream chars("ab  c");
    char c;
    while (chars >> c) cout << c;
    chars.clear(); chars.str("x y");
    while (chars.get(c)) cout << '.' << c;
    cout << endl;
    istringstream pk("12abc");
    pk >> a; cout << a << (char)pk.peek() << (char)pk.get(); pk.unget(); pk >> w; cout << w << endl;
    istringstream ig("skip;rest more");
    ig.ignore(100, ';'); ig >> w; cout << w << ig.tellg() << endl;
    istringstream over("99999999999 5");
    over >> a; cout << a << over.fail() << endl;
    istringstream bo("1 0 true"); bool t1, t2, t3; bo >> t1 >> t2 >> boolalpha >> t3; cout << t1 << t2 << t3 << endl;
    char buf[20];
    istringstream gl("one two\nthree"); gl.getline(buf, 20); cout << buf << '|'; gl.getline(buf, 20); cout << buf << gl.eof() << endl;
    cerr << "to stderr" << endl;
    clog << "log\n";
    int x; cin >> x; cout << cin.eof() << cin.fail() << !cin << endl;
    cout << setiosflags(ios::left) << setw(4) << 1 << resetiosflags(ios::left) << setw(4) << 1 << setbase(16) << 30 << setbase(10) << endl;
    printf("printf %d\n", 3);
    cout << "after" << flush << ends << "\n";
    cout << 1.0 << ' ' << 0.1 + 0.2 << ' ' << 1e100 << ' ' << -0.0 << ' ' << 1.0 / 0.0 << ' ' << -1.0 / 0.0 << endl;
    cout << (char)('a' + 1) << (int)'a' << (unsigned char)'z' << (long long)1 << "\t" << endl;
}
