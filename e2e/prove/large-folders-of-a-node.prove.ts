// A file of a terabyte and a folder of a million names on a node: bounded memory, and others are served meanwhile.

import '../../daemon/test/files/huge-things.test.ts'
