// A million permission entries and a million ended sessions: every authentication finds its rows by an index.

import '../../panel/test/access/large-installation.services.test.ts'
