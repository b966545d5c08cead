// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CMATH_SHIM_H
#define HOMETASK_CMATH_SHIM_H

// The functions of C's <math.h> that the pure core uses, declared here: a module map for math.h itself would pull in
// the C library's other headers, which WebAssembly lacks.
double atan(double x);
double atan2(double y, double x);
double cos(double x);
double hypot(double x, double y);
double remainder(double x, double y);
double sin(double x);
double tan(double x);

#endif
