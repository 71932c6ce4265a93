// Uploads near the largest size that are cut off or come ten at once: the file is the one that was sent, and the panel holds none.

import '../files/interrupted-uploads.test.ts'
