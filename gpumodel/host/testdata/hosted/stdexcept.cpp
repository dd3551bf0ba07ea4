#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#include <exception>
struct Mine : std::runtime_error { int code; Mine(int c) : std::runtime_error("mine " + std::to_string(c)), code(c) {} };
class Plain : public std::exception { public: const char *what() const noexcept override { return "plain"; } };
void f(int k)
{
    switch (k) {
    case 0: throw std::runtime_error("runtime");
    case 1: throw std::invalid_argument(std::string("inv") + "alid");
    case 2: throw std::out_of_range("range");
    case 3: throw Mine(7);
    case 4: throw Plain();
    case 5: throw std::logic_error("logic");
    case 6: throw 42;
    case 7: { std::vector<int> v(3); v.at(5) = 1; } break;
    case 8: std::stoi("x"); break;
    case 9: { std::string s = "abc"; s.at(9); } break;
    case 10: { std::string s = "abc"; s.substr(9); } break;
    case 11: std::stoi("99999999999"); break;
    case 12: throw std::bad_alloc();
    case 13: throw std::overflow_error("over");
    case 14: throw std::exception();
    }
}
int main()
{
    for (int k = 0; k < 16; k++) {
        try { f(k); std::cout << "none\n"; }
        catch (const Mine &m) { std::cout << "Mine " << m.what() << m.code << '\n'; }
        catch (const std::out_of_range &e) { std::cout << "range: " << e.what() << '\n'; }
        catch (std::logic_error &e) { std::cout << "logic: " << e.what() << '\n'; }
        catch (const std::exception &e) { std::cout << "std: " << e.what() << '\n'; }
        catch (...) { std::cout << "other\n"; }
    }
    try { try { f(3); } catch (std::exception &e) { std::cout << "again "; throw; } } catch (Mine &m) { std::cout << m.code << std::endl; }
    return 0;
}
