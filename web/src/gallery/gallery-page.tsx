// Every view in all its states, from plain props; for development only. `?chapter=NAME` shows only that chapter.

import { Button, useMantineColorScheme } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { AccessSpecimens, ActivitySpecimens, FirstRunSpecimens } from './activity-specimens.tsx'
import { AuthSpecimens } from './auth-specimens.tsx'
import { BackupSpecimens } from './backup-specimens.tsx'
import { ConsoleSpecimens } from './console-specimens.tsx'
import { DatabaseSpecimens } from './database-specimens.tsx'
import { FileSpecimens } from './file-specimens.tsx'
import styles from './gallery.module.css'
import {
  CrashSpecimens,
  FailureSpecimens,
  ManageSpecimens,
  SettingsSpecimens,
} from './game-server-parts-specimens.tsx'
import { GameServerSpecimens } from './game-server-specimens.tsx'
import { HomeSpecimens } from './home-specimens.tsx'
import { MetricSpecimens } from './metric-specimens.tsx'
import { NewServerSpecimens } from './new-server-specimens.tsx'
import { JoinSpecimens, NodeSpecimens, TaskSpecimens } from './node-and-task-specimens.tsx'
import { NodePageSpecimens } from './node-page-specimens.tsx'
import { PlanSpecimens } from './plan-specimens.tsx'
import { PlayerSpecimens, RconSpecimens } from './player-specimens.tsx'
import { PluginSpecimens } from './plugin-specimens.tsx'
import { ProfileSpecimens } from './profile-specimens.tsx'
import { ScheduleSpecimens } from './schedule-specimens.tsx'
import { SftpSpecimens } from './sftp-specimens.tsx'
import { ShellSpecimens } from './shell-specimens.tsx'
import { TemplateSpecimens } from './template-specimens.tsx'
import { TerminalSpecimens } from './terminal-specimens.tsx'
import { UploadSpecimens } from './upload-specimens.tsx'
import { MatrixSpecimens, RoleSpecimens, UserSpecimens } from './user-specimens.tsx'
import { WebhookSpecimens } from './webhook-specimens.tsx'

function SchemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <Button size="xs" variant="default" onClick={toggleColorScheme}>
      Dark or light
    </Button>
  )
}

const chapters = {
  auth: AuthSpecimens,
  shell: ShellSpecimens,
  home: HomeSpecimens,
  'first-run': FirstRunSpecimens,
  activity: ActivitySpecimens,
  access: AccessSpecimens,
  'game-servers': GameServerSpecimens,
  crash: CrashSpecimens,
  failures: FailureSpecimens,
  settings: SettingsSpecimens,
  manage: ManageSpecimens,
  'new-server': NewServerSpecimens,
  templates: TemplateSpecimens,
  console: ConsoleSpecimens,
  terminal: TerminalSpecimens,
  players: PlayerSpecimens,
  rcon: RconSpecimens,
  backups: BackupSpecimens,
  schedules: ScheduleSpecimens,
  files: FileSpecimens,
  uploads: UploadSpecimens,
  sftp: SftpSpecimens,
  metrics: MetricSpecimens,
  nodes: NodeSpecimens,
  node: NodePageSpecimens,
  join: JoinSpecimens,
  tasks: TaskSpecimens,
  profile: ProfileSpecimens,
  users: UserSpecimens,
  rights: MatrixSpecimens,
  roles: RoleSpecimens,
  plans: PlanSpecimens,
  plugins: PluginSpecimens,
  databases: DatabaseSpecimens,
  webhooks: WebhookSpecimens,
}

export function GalleryPage() {
  const only = new URLSearchParams(useLocation().searchStr).get('chapter')
  const visible = Object.entries(chapters).filter(([name]) => only === null || name === only)
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
        {visible.map(([name, Chapter]) => (
          <section key={name} id={name} className={styles.chapter}>
            <h2>{name}</h2>
            <Chapter />
          </section>
        ))}
      </div>
    </div>
  )
}
