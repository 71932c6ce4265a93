// Every view in all its states, from plain props; for development only.

import { AuthSpecimens } from './auth-specimens.tsx'
import { ConsoleSpecimens } from './console-specimens.tsx'
import styles from './gallery.module.css'
import { GameServerSpecimens } from './game-server-specimens.tsx'
import { HomeSpecimens } from './home-specimens.tsx'
import { MetricSpecimens } from './metric-specimens.tsx'
import { JoinSpecimens, NodeSpecimens, TaskSpecimens } from './node-and-task-specimens.tsx'
import { NodePageSpecimens } from './node-page-specimens.tsx'
import { MatrixSpecimens, RoleSpecimens, UserSpecimens } from './people-specimens.tsx'
import { ProfileSpecimens } from './profile-specimens.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { TerminalSpecimens } from './terminal-specimens.tsx'

const chapters = {
  auth: AuthSpecimens,
  home: HomeSpecimens,
  'game-servers': GameServerSpecimens,
  console: ConsoleSpecimens,
  terminal: TerminalSpecimens,
  metrics: MetricSpecimens,
  nodes: NodeSpecimens,
  node: NodePageSpecimens,
  join: JoinSpecimens,
  tasks: TaskSpecimens,
  profile: ProfileSpecimens,
  users: UserSpecimens,
  rights: MatrixSpecimens,
  roles: RoleSpecimens,
}

export function GalleryPage() {
  return (
    <div className={styles.page}>
      <nav className={styles.chapters}>
        <SchemeSwitch />
        {Object.keys(chapters).map(name => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </nav>
      <div>
        {Object.entries(chapters).map(([name, Chapter]) => (
          <section key={name} id={name} className={styles.chapter}>
            <h2>{name}</h2>
            <Chapter />
          </section>
        ))}
      </div>
    </div>
  )
}
