// Exchanges the folder `d` and the link `l` in a loop until it is stopped. Plain JavaScript: it runs as a process of its own.
import { lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'

process.chdir(process.argv[2])
const target = readlinkSync('l')
process.stdout.write('swapping\n')
for (;;) {
  try {
    renameSync('d', 'waiting')
    renameSync('l', 'd')
    renameSync('waiting', 'l')
  } catch {
    while (!isRepaired()) {
      // Requests go on in between, so that a repair may fail as well.
    }
  }
}

function isRepaired() {
  try {
    repair()
    return true
  } catch {
    return false
  }
}

/** A request may have created or deleted one of the three names in between. */
function repair() {
  const names = ['waiting', 'd', 'l']
  const folder = names.find((name) => lstatSync(name, { throwIfNoEntry: false })?.isDirectory())
  for (const name of names) if (name !== folder) rmSync(name, { recursive: true, force: true })
  if (folder === undefined) mkdirSync('d')
  else if (folder !== 'd') renameSync(folder, 'd')
  symlinkSync(target, 'l')
}
