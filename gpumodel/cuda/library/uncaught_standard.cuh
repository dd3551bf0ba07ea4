// What ends a program that does not catch an exception, if it uses those of the standard library.

void __uncaught()
{
    try {
        throw;
    } catch (const std::exception &e) {
        __sys_terminate(__caught, e.what());
    } catch (...) {
        __sys_terminate(__caught, (const char *)0);
    }
}
