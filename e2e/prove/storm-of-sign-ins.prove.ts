// 500 people who sign in at once do not slow the rest.

import '../../panel/test/sign-in/login-storm.test.ts'
