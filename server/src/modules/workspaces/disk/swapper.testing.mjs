// Exchanges the folder `d` and the link `l` in a loop until it is stopped. Plain JavaScript: it runs as a process of its own.
import { renameSync } from 'node:fs'

process.chdir(process.argv[2])
process.stdout.write('swapping\n')
for (;;) {
  renameSync('d', 'waiting')
  renameSync('l', 'd')
  renameSync('waiting', 'l')
}
