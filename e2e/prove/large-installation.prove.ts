// A million permission entries and a million ended sessions: every authentication finds its rows by an index.

import '../../panel/test/rights/large-installation.services.test.ts'
