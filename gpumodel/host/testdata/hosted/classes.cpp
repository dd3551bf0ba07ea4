#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>
using namespace std;

struct Shape {
    string name;
    Shape(const string &n) : name(n) {}
    virtual double area() const = 0;
    virtual ~Shape() { cout << "~" << name << endl; }
};
struct Square : Shape {
    double side;
    Square(double s) : Shape("square"), side(s) {}
    double area() const override { return side * side; }
};
struct Circle : Shape {
    double r;
    Circle(double r) : Shape("circle"), r(r) {}
    double area() const override { return 3.0 * r * r; }
};
template <typename T> class Stack {
    vector<T> items;
public:
    void push(const T &x) { items.push_back(x); }
    T pop() { T x = items.back(); items.pop_back(); return x; }
    bool empty() const { return items.empty(); }
    size_t size() const { return items.size(); }
};
template <typename T> T largest(const vector<T> &v)
{
    T best = v[0];
    for (size_t i = 1; i < v.size(); i++) best = max(best, v[i]);
    return best;
}
namespace counted { // a base that is made of what is made of it
template <typename T, typename I> struct Walked {
    T at;
    I &operator++() { at = at + 1; return static_cast<I &>(*this); }
    I &self() { return static_cast<I &>(*this); }
};
template <typename T> struct Even : Walked<T, Even<T>> { T twice() const { return 2 * this->at; } };
template <typename T> T value(const Even<T> &e) { return e.twice(); }
struct Odd : Walked<int, Odd> { int value = 1; };
}

int main()
{
    Shape *shapes[2] = {new Square(2), new Circle(1.5)};
    double total = 0;
    for (int i = 0; i < 2; i++) total += shapes[i]->area();
    cout << "total " << total << '\n';
    for (int i = 0; i < 2; i++) delete shapes[i];
    Stack<int> s;
    for (int i = 0; i < 5; i++) s.push(i * i);
    while (!s.empty()) cout << s.pop() << " ";
    cout << endl;
    vector<float> v(8);
    iota(v.begin(), v.end(), 1.5f);
    float scale = 2;
    for_each(v.begin(), v.end(), [&](float &x) { x *= scale; });
    cout << accumulate(v.begin(), v.end(), 0.0f) << " " << largest(v) << " " << *min_element(v.begin(), v.end()) << endl;
    vector<string> words;
    words.push_back("pear");
    words.push_back("apple");
    words.push_back(string("fig") + "s");
    sort(words.data(), words.data() + words.size());
    for (auto &w : words) cout << w << (w == "figs" ? "!" : "") << ",";
    cout << endl;
    cout << setw(8) << 42 << "|" << left << setw(6) << "ab" << "|" << right << fixed << setprecision(2) << 3.14159 << " " << hex << 255 << dec << endl;
    string text = "hello, world";
    text[0] = 'H';
    cout << text.substr(7) << " " << text.find("world") << " " << text.length() << " " << to_string(7) + "x" << " " << stoi("12") + 1 << endl;
    vector<vector<int>> table(3, vector<int>(2, 7));
    table[1][1] = 9;
    int sum = 0;
    for (const auto &row : table)
        for (int x : row) sum += x;
    cout << sum << " " << table.size() << endl;
    cerr << "done" << endl;
    auto square = [](int x) { return x * x; };
    printf("%d %d\n", square(5), (int)text.empty());
    counted::Even<long> even;
    even.at = 4;
    counted::Odd odd;
    odd.at = 6;
    cout << value(++even) << " " << even.self().at << " " << (++odd).self().value + odd.at << endl;
    return 0;
}
