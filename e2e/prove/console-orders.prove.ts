// 50,000 orders in which browser, panel, node and game go and come back: a console shows every byte once, or says what is missing.

import '../live/console-orders.test.ts'
