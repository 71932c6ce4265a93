// The link between panel and node at full speed: a flood of bytes leaves orders responsive.

import '../link/transfers.test.ts'
