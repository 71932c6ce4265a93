// Games of others by their templates, each as a process and in a container.

import '../real-games/real-games.services.test.ts'
