// A game that swaps folders and links for a minute against every verb of files: not one escape.

import '../../daemon/src/platform/confined-files/test/link-swapping.test.ts'
import '../../daemon/test/files/link-swapping.test.ts'
