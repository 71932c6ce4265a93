// The image of the Dockerfile: every case, also that no secret gets into a layer that it is built with.

import '../operate/image.services.test.ts'
