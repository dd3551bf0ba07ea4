// What ends a program that does not catch an exception.

void __uncaught() { __sys_terminate(__caught, (const char *)0); }
