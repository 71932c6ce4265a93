// Every public case of a content under every name, type and switch, through the real route of uploads.

import '../files/upload-types.test.ts'
