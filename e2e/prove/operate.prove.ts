
import '../operate/backup.test.ts'
