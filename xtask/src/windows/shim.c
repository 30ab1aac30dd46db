/* Rust's library asks bcryptprimitives.dll for random numbers. Every Windows since 8 has it, Debian's wine 8 does not.
 * The check builds this file and puts it into the system folder of its own wine prefix. It never ships. */
#include <stddef.h>

__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *buffer, size_t length)
{
    return SystemFunction036(buffer, (unsigned long)length);
}
