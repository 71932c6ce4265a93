// An hour of points of several nodes reaches a reader whole, and one that stops reading delays nobody.

import '../metrics/bounds.test.ts'
