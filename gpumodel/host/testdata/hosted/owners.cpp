// Pointers that own an object or an array, and iterators that insert.

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <list>
#include <memory>
#include <set>
#include <utility>
#include <vector>

struct Noisy {
    int n;
    Noisy(int n = 7) : n(n) { printf("+%d ", n); }
    virtual ~Noisy() { printf("-%d ", n); }
};
struct Louder : Noisy { Louder() : Noisy(50) {} };
struct Closes {
    int *count;
    void operator()(Noisy *p) const { ++*count; delete p; }
};
void one(Noisy *p) { printf("one "); delete p; }
void two(Noisy *p) { printf("two "); delete p; }
struct Named {
    const char *name;
    void operator()(Noisy *p) const { printf("%s ", name); delete p; }
};
template <typename C> void show(const C &c)
{
    for (int x : c) printf("%d ", x);
    puts("");
}

int main()
{
    std::unique_ptr<Noisy> a(new Noisy(1)), b = std::make_unique<Noisy>(2), none, null = nullptr;
    printf("%d %d %d\n", a->n, (*b).n, (bool)none || null);
    a.swap(b);
    swap(a, b);
    b = std::move(a);
    printf("%d %d %d\n", a == nullptr, b->n, a < b);
    std::unique_ptr<Noisy> base = std::make_unique<Louder>();
    base = std::unique_ptr<Louder>(new Louder);
    Noisy *kept = base.release();
    base.reset(kept);
    base = nullptr;
    b.reset();
    puts("");

    std::unique_ptr<Noisy[]> list(new Noisy[2]), more = std::move(list);
    printf("%d %d %d\n", more[1].n, (bool)list, list == nullptr);
    list = std::move(more);
    list.swap(more);
    more.reset(new Noisy[1]);
    Noisy *raw = more.release();
    delete[] raw;
    std::unique_ptr<int[]> zeros = std::make_unique<int[]>(4);
    zeros[2] = zeros[3] + 5;
    printf("%d %d\n", zeros.get()[2], zeros != nullptr);
    zeros = nullptr;

    int count = 0;
    {
        std::unique_ptr<Noisy, Closes> own(new Noisy(3), Closes{&count}), moved(std::move(own));
        *moved.get_deleter().count += 10;
    }
    auto end = [](int *p) { printf("end %d\n", *p); delete[] p; };
    std::unique_ptr<int[], decltype(end)> ended(new int[2], end);
    ended[0] = 4;
    printf("%d\n", count);
    {
        std::unique_ptr<Noisy, void (*)(Noisy *)> p(new Noisy(5), one), q(new Noisy(6), two);
        p = std::move(q);
        q.reset(new Noisy(7));
        p.swap(q);
        std::unique_ptr<Noisy, Named> c(new Noisy(8), Named{"c"}), d(nullptr, Named{"d"});
        d = std::move(c);
    }
    puts("");

    std::vector<int> from{1, 2, 3}, back{9};
    std::list<int> front{9}, middle{8, 9};
    std::set<int> ordered{5};
    std::copy(from.begin(), from.end(), std::back_inserter(back));
    std::copy(from.begin(), from.end(), std::front_inserter(front));
    std::copy(from.begin(), from.end(), std::inserter(middle, std::next(middle.begin())));
    std::copy(from.begin(), from.end(), std::inserter(ordered, ordered.end()));
    auto at = std::back_inserter(back);
    *at++ = 20;
    *++at = 21;
    at = 22;
    show(back);
    show(front);
    show(middle);
    show(ordered);
}
