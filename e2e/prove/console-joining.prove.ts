// 1,000 viewers that join a console while the game goes on lose and double no line.

import '../live/console.test.ts'
