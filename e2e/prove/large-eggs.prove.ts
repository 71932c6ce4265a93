// An egg of 50 MiB is refused without being read.

import '../../panel/test/templates/eggs.test.ts'
