#include <iostream>
#include <string>
#include <string_view>
#include <algorithm>
#include <cstring>
using namespace std;
string twice(string s) { return s + s; }
void show(const string &s) { cout << '[' << s << "] " << s.size() << (s.empty() ? " empty" : "") << endl; }
int main()
{
    string a, b = "hello", c("world", 3), d(5, 'x'), e(b), f{'a', 'b', 'c'}, g(b, 1, 3), h(b.begin() + 1, b.end());
    for (const string &s : {a, b, c, d, e, f, g, h}) show(s);
    a = b + ", " + c + '!';
    show(a);
    a += " and";
    a += ' ';
    a += d;
    show(a);
    show("<" + a + ">");
    show(twice("ab"));
    show(a.substr(3));
    show(a.substr(3, 4));
    cout << a.find("l") << ' ' << a.find('l', 4) << ' ' << a.find("zzz") << ' ' << (a.find("zzz") == string::npos) << ' ' << a.rfind('o') << ' ' << a.rfind("hell") << '\n';
    cout << a.find_first_of("xyz") << ' ' << a.find_last_of("aeiou") << ' ' << a.find_first_not_of("hel") << ' ' << a.find_last_not_of('x') << endl;
    b.insert(0, "oh ");
    b.insert(3, 2, '-');
    show(b);
    b.erase(3, 2);
    b.replace(0, 2, "well,");
    show(b);
    b.replace(b.find("hello"), 5, "bye");
    show(b);
    b.erase(b.begin());
    b.push_back('?');
    b.pop_back();
    b.insert(b.begin(), 'W');
    show(b);
    cout << (a == b) << (a != b) << (a < b) << ("abc" < f) << (f == "abc") << (f >= string("abd")) << ' ' << f.compare("abd") << ' ' << f.compare("ab") << ' ' << f.compare(1, 2, "bc") << '\n';
    reverse(b.begin(), b.end());
    show(b);
    sort(b.begin(), b.end());
    show(b);
    string up = "MiXed";
    transform(up.begin(), up.end(), up.begin(), ::tolower);
    show(up);
    for (auto i = up.rbegin(); i != up.rend(); ++i) cout << *i;
    cout << endl;
    for (char &x : up) x = toupper(x);
    show(up);
    cout << up.front() << up.back() << up.at(1) << up[2] << endl;
    up.resize(8, '.');
    show(up);
    up.resize(2);
    show(up);
    up.assign("abcdef", 4);
    up.append(3, 'z').append("12345", 2).append(string("QWERTY"), 1, 2);
    show(up);
    cout << stoi("42") + 1 << ' ' << stoi(" -17abc") << ' ' << stol("123456789012") << ' ' << stod("2.5e3") << ' ' << stof("0.25") << ' ' << stoul("77") << ' ' << stoi("ff", nullptr, 16) << endl;
    size_t used;
    stod("3.5xyz", &used);
    cout << used << endl;
    cout << to_string(42) + to_string(-1L) + to_string(3.5) + to_string(2.25f) + to_string(7u) + to_string(1234567890123456789ull) << endl;
    string x = "one", y = "two";
    swap(x, y);
    cout << x << y << endl;
    x.swap(y);
    cout << x << y << ' ' << x.length() << endl;
    string moved = std::move(x);
    cout << moved << ' ' << x.size() << endl;
    char buffer[10];
    size_t n = moved.copy(buffer, 2, 1);
    buffer[n] = 0;
    cout << buffer << ' ' << moved.c_str() << ' ' << strlen(moved.data()) << endl;
    string_view v = moved;
    cout << v << ' ' << v.size() << ' ' << v.substr(1) << ' ' << v.find('e') << ' ' << (v == "one") << endl;
    v.remove_prefix(1);
    cout << v << string(v) << endl;
    string words = "the quick brown fox";
    size_t from = 0, at;
    while ((at = words.find(' ', from)) != string::npos) {
        cout << words.substr(from, at - from) << '|';
        from = at + 1;
    }
    cout << words.substr(from) << endl;
    string s = "self";
    s += s;
    s.append(s.c_str() + 4);
    s.insert(2, s);
    cout << s << endl;
    using namespace std::literals;
    auto lit = "literal"s + " two"s;
    cout << lit << lit.size() << endl;
    cout << string(3, 'a') + 'b' + "c" + string("d") << endl;
    string arr[3] = {"x", "yy", "zzz"};
    for (auto &q : arr) cout << q << q.size();
    cout << endl;
    const char *cs = "c string";
    string from_c = cs;
    string up2 = from_c.empty() ? "none" : from_c;
    cout << up2 << endl;
    return 0;
}
