// The first step of every npm script: runs on the shell's Node, installs what is missing and hands over to Node 24.
// Only old syntax here, so that an old Node can say in words that it is too old.

const oldest = { major: 20, minor: 19 }
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
  console.error(
    `Rookery needs Node ${oldest.major}.${oldest.minor} or newer to install itself; this is Node ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and run the same command again.',
  )
  process.exitCode = 1
} else {
  import('./bootstrap/prepare.mjs')
    .then(({ prepareAndHandOver }) => prepareAndHandOver(process.argv.slice(2)))
    .catch(error => {
      console.error(error)
      process.exitCode = 1
    })
}
