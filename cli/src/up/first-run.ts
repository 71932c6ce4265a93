// Prepares the data folder, and on the first run writes config.env with fresh secrets.

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFile } from '@rookery/primitives/replace-file.ts'
import type { Places } from '../places.ts'

/** Every user may pass through, because game servers run as users of their own; nobody else may look around. */
const passThroughMode = 0o711

export function prepareFolders(places: Places): void {
  if (mkdirSync(places.dataDir, { recursive: true, mode: passThroughMode })) {
    chmodSync(places.dataDir, passThroughMode)
  }
  if (mkdirSync(places.daemonDir, { recursive: true, mode: passThroughMode })) {
    chmodSync(places.daemonDir, passThroughMode)
  }
  for (const folder of [places.logDir, places.cacheDir]) mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** For a panel without `up`, such as in a container: its folder, and config.env where there is none. */
export function setUpPanel(places: Places, environment: NodeJS.ProcessEnv): void {
  mkdirSync(places.dataDir, { recursive: true, mode: passThroughMode })
  writeConfigWhenMissing(places, environment)
}

/**
 * True when the file was made. Where AUTH_SECRET comes from the environment there is nothing to make: a second set of
 * secrets could only hide mistakes, and a new ENCRYPTION_KEY would make stored secrets unreadable.
 */
export function writeConfigWhenMissing(places: Places, environment: NodeJS.ProcessEnv): boolean {
  if (environment.AUTH_SECRET || existsSync(places.configFile)) return false
  mkdirSync(dirname(places.configFile), { recursive: true })
  replaceFile(places.configFile, createConfigText([]))
  return true
}

/** The text of a first config.env, with fresh secrets: of `rookery up`, of `rookery panel --set-up` and of `rookery setup`. */
export function createConfigText(settings: readonly (readonly [string, string])[]): string {
  // 24 bytes are 32 characters: exactly the length that AUTH_SECRET is fitted to.
  const authSecret = randomBytes(24).toString('base64url')
  const encryptionKey = randomBytes(32).toString('base64url')
  return `# Settings of the panel; all of them are described in config.env.example. Restart after a change.

# Key of the session tokens. Whoever has it can sign in as anybody.
AUTH_SECRET=${authSecret}

# Encrypts secrets in the database. Keep a copy: without it, two-factor authentication must be set up again.
ENCRYPTION_KEY=${encryptionKey}

${uploads}
${activity}
${trash}
${settings.length === 0 ? closed : settings.map(([name, value]) => `${name}=${value}\n`).join('')}`
}

/** More than a panel takes that is configured by hand: worlds, plugins and archives are what people bring. */
const uploads = `# What people may upload beside text and images: archives, and worlds, plugins and other binary files (SVG and HTML
# never). The third line takes files over 100 MB too. Without a line, an administrator decides in the web.
FILES_UPLOAD_ALLOW_ARCHIVES=true
FILES_UPLOAD_ALLOW_BINARY=true
FILES_LARGE_TRANSFERS=true
`

/** Off where a panel is configured by hand: it is about people, and they should know of it. */
const activity = `# Activity also records who signs in, grants permissions, and changes users, tokens, nodes, templates, plugins and
# settings. Without a line, an administrator decides in the web.
ACTIVITY_PEOPLE=true
`

const trash = `# Deleted servers can be brought back for a week; then their files are deleted.
TRASH_DAYS=7
`

const closed = `# Only this machine can reach the panel. These three lines open it to the world with TLS
# (the name that others use; the PEM file holds certificate and key):
#HTTP_HOST=panel.example.org
#HTTP_BIND_IP=0.0.0.0
#TLS_CERT_FILE=/path/to/certificate-and-key.pem
# Instead of the file, HTTP_PORT=443 and TLS_ACME=true get a certificate: docs/operate/tls.md

# Lets the daemons of other machines join:
#GRPC_BIND_IP=0.0.0.0
`
