#include <iostream>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <list>
#include <deque>
#include <queue>
#include <stack>
#include <string>
#include <vector>
#include <algorithm>
using namespace std;
int main()
{
    map<string, int> m;
    m["one"] = 1; m["two"] = 2; m["three"]++; m.insert({"four", 4}); m.insert(make_pair("five", 5)); m.emplace("six", 6);
    for (auto &p : m) cout << p.first << '=' << p.second << ' ';
    cout << m.size() << m.count("two") << (m.find("zzz") == m.end()) << m.at("one") << endl;
    for (map<string, int>::iterator i = m.begin(); i != m.end(); ++i) i->second *= 10;
    m.erase("one");
    auto it = m.find("six");
    m.erase(it);
    for (const auto &[k, v] : m) cout << k << v << ';';
    cout << m.begin()->first << m.rbegin()->second << endl;
    try { m.at("no"); } catch (out_of_range &e) { cout << e.what() << endl; }
    map<int, vector<int>> groups;
    for (int i = 0; i < 20; i++) groups[i % 3].push_back(i);
    for (auto &g : groups) cout << g.first << ':' << g.second.size() << ' ';
    cout << groups.lower_bound(1)->first << groups.upper_bound(1)->first << endl;
    map<int, string, greater<int>> down = {{1, "a"}, {3, "c"}, {2, "b"}};
    for (auto &p : down) cout << p.first << p.second;
    auto copy = down;
    cout << (copy == down) << endl;
    set<int> s = {5, 1, 4, 1, 3};
    s.insert(2); s.erase(4);
    for (int x : s) cout << x;
    cout << s.size() << *s.begin() << *s.rbegin() << s.count(3) << s.insert(3).second << endl;
    multiset<int> ms = {3, 1, 3, 2};
    multimap<string, int> mm;
    mm.insert({"a", 1}); mm.insert({"b", 2}); mm.insert({"a", 3});
    for (int x : ms) cout << x;
    for (auto r = mm.equal_range("a"); r.first != r.second; ++r.first) cout << r.first->second;
    cout << mm.count("a") << endl;
    unordered_map<int, int> u;
    for (int i = 0; i < 40; i++) u[i * 7919 % 1000] = i;
    for (auto &p : u) cout << p.first << ' ';
    cout << u.size() << ' ' << u.bucket_count() << endl;
    for (int i = 0; i < 40; i += 3) u.erase(i * 7919 % 1000);
    for (auto &p : u) cout << p.second << ' ';
    cout << u.size() << u.count(5) << endl;
    unordered_map<string, int> words;
    for (const char *w : {"the", "quick", "brown", "fox", "the", "lazy", "dog", "the", "end", "of", "this", "long", "story", "is", "near"}) words[w]++;
    for (auto &p : words) cout << p.first << p.second << ' ';
    cout << words.bucket_count() << endl;
    unordered_set<int> ui(10); ui.insert(3); ui.insert(99);
    cout << ui.bucket_count() << ' ' << *ui.begin() << endl;
    list<int> l = {3, 1, 2};
    l.push_front(9); l.push_back(7); l.sort(); l.reverse();
    for (int x : l) cout << x;
    l.remove(7); l.insert(next(l.begin()), 5); l.pop_front();
    list<int> other = {100, 200};
    l.splice(l.end(), other);
    for (int x : l) cout << ' ' << x;
    cout << ' ' << l.size() << other.size() << l.front() << l.back() << endl;
    deque<int> d;
    for (int i = 0; i < 10; i++) { d.push_back(i); d.push_front(-i); }
    d.pop_back(); d.pop_front();
    cout << d.size() << d.front() << d.back() << d[5] << ' ';
    sort(d.begin(), d.end());
    for (int x : d) cout << x << ',';
    cout << endl;
    stack<int> st; queue<string> q; priority_queue<int> pq; priority_queue<int, vector<int>, greater<int>> mq;
    for (int x : {3, 1, 4, 1, 5}) { st.push(x); q.push(to_string(x)); pq.push(x); mq.push(x); }
    while (!st.empty()) { cout << st.top() << q.front() << pq.top() << mq.top() << ' '; st.pop(); q.pop(); pq.pop(); mq.pop(); }
    cout << endl;
    vector<pair<int, string>> vp = {{2, "b"}, {1, "z"}, {1, "a"}};
    sort(vp.begin(), vp.end());
    for (auto &p : vp) cout << p.first << p.second;
    pair<int, double> pr(1, 2.5); auto pq2 = make_pair(string("k"), 3);
    cout << pr.first << pr.second << pq2.first << (pr < make_pair(1, 3.0)) << endl;
    unordered_map<string, vector<int>> uv; uv["a"].push_back(1); uv["a"].push_back(2); cout << uv["a"].size() << uv.size() << endl;
    map<pair<int,int>, int> grid; grid[{1, 2}] = 3; grid[{0, 5}] = 4; for (auto &g : grid) cout << g.first.first << g.first.second << g.second << ' '; cout << endl;
}
