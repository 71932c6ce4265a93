// Backups of hostile games: swapped links, odd and very many files, and secrets that nobody may see.

import '../../daemon/src/platform/backups/test/hidden-secrets.services.test.ts'
import '../../daemon/src/platform/backups/test/hostile-folders.services.test.ts'
import '../../daemon/src/platform/backups/test/link-swapping.services.test.ts'
import '../../daemon/src/platform/backups/test/private-repositories.services.test.ts'
