// 200 uploads that are broken off in the middle, and forms that lie: no half file, nothing open.

import '../../daemon/test/files/aborted-uploads.test.ts'
import '../files/hostile-uploads.test.ts'
import '../files/uploads.test.ts'
