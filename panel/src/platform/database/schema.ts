// The tables and their columns as the programs see them. Times are milliseconds since 1970 (UTC); columns named
// `…_at` are such times; JSON columns hold text that the owning store writes and reads.

import type { DatabaseKind, DatabaseTls } from '@rookery/contracts/database-hosts.ts'
import type { ColumnType, Generated } from 'kysely'

/** Given by the database, never reused: an old permission entry can never point to a new object. */
type Id = Generated<number>
/** Written as true or false; read with `toBoolean`, because only PostgreSQL gives a boolean back. */
type StoredBoolean = ColumnType<boolean | number, boolean, boolean>
type DefaultedBoolean = ColumnType<boolean | number, boolean | undefined, boolean>
type UnixMilliseconds = number
/** JSON as text. */
type JsonText = string
/** 64 lower-case hexadecimal digits. */
type Sha256Hex = string

interface UserTable {
  id: Id
  login: string
  /** The folded login by which logins are unique. */
  login_key: string
  name: string
  email: string | null
  password_hash: string
  /** Login, name and e-mail address as they are searched; null where an earlier version has written the row. */
  search_key: ColumnType<string | null, string | null | undefined, string | null>
  /** Grows with every change of the password; personal access tokens remember it. */
  password_version: ColumnType<number, number | undefined, number>
  /** Object; holds `mfa_first_shown_at`. */
  metadata: JsonText
  language: string | null
  two_factor_enabled: DefaultedBoolean
  /** Encrypted. */
  two_factor_secret: string | null
  /** Encrypted; waits for confirmation. */
  two_factor_pending_secret: string | null
  /** Array of hashes. */
  two_factor_recovery_codes: JsonText | null
  /** Number of the 30-second step since 1970. */
  two_factor_last_used_step: number | null
  /** Of the password for SFTP alone; null when there is none. */
  sftp_password_hash: ColumnType<Sha256Hex | null, Sha256Hex | null | undefined, Sha256Hex | null>
  sftp_password_made_at: ColumnType<number | null, number | null | undefined, number | null>
  /** Login sessions that began earlier are over; null while nobody was signed out everywhere. */
  sessions_valid_from: ColumnType<number | null, number | null | undefined, number | null>
  /** Null: a person. */
  kind: ColumnType<'service' | null, 'service' | null | undefined, never>
  /** Of a service account: since then none of its keys is taken. */
  disabled_at: ColumnType<number | null, number | null | undefined, number | null>
  /** Given by hand; null: those of roles count. */
  plan_id: ColumnType<number | null, number | null | undefined, number | null>
  /** Signed in, or with a key; 0: never. */
  last_seen_at: ColumnType<UnixMilliseconds, UnixMilliseconds | undefined, UnixMilliseconds>
  /** The id that another system has for the person; unique. */
  external_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Suspended since; null: not. */
  suspended_at: ColumnType<number | null, number | null | undefined, number | null>
  /** The login of that time. */
  suspended_by: ColumnType<string | null, string | null | undefined, string | null>
  suspension_reason: ColumnType<string | null, string | null | undefined, string | null>
  created_at: UnixMilliseconds
  updated_at: UnixMilliseconds
}

interface SshKeyTable {
  id: Id
  user_id: number
  name: string
  /** Type, blank, base64: as a line of authorized_keys without its comment. */
  public_key: string
  /** SHA256:… as ssh shows it; unique for a user. */
  fingerprint: string
  last_used_at: UnixMilliseconds | null
  created_at: UnixMilliseconds
}

interface RoleTable {
  id: Id
  name: string
  title: string
  /** What everybody who holds it may create; null: nothing. */
  plan_id: ColumnType<number | null, number | null | undefined, number | null>
  created_at: UnixMilliseconds
}

interface UserRoleTable {
  user_id: number
  role_id: number
}

interface PermissionEntry {
  id: Id
  permission: string
  effect: 'allow' | 'deny'
  /** '' means global. */
  object_type: ColumnType<string, string | undefined, string>
  /** 0 means every object of the type. */
  object_id: ColumnType<number, number | undefined, number>
}

interface UserPermissionTable extends PermissionEntry {
  user_id: number
}

interface RolePermissionTable extends PermissionEntry {
  role_id: number
}

interface PersonalAccessTokenTable {
  id: Id
  user_id: number
  name: string
  /** Array of ability names. */
  abilities: JsonText
  secret_hash: Sha256Hex
  /** The owner's password_version when the token was made. */
  password_version: number
  last_used_at: UnixMilliseconds | null
  created_at: UnixMilliseconds
  /** Null: it does not end by itself. */
  expires_at: ColumnType<number | null, number | null | undefined, number | null>
  /** Array of ids; null: every game server that its owner may use. */
  server_ids: ColumnType<JsonText | null, JsonText | null | undefined, never>
}

interface ServiceAccountKeyTable {
  id: Id
  user_id: number
  name: string
  /** How the key begins, so that people recognize it. */
  prefix: string
  secret_hash: Sha256Hex
  /** Array of addresses and networks; an empty one: from everywhere. */
  addresses: JsonText
  expires_at: UnixMilliseconds | null
  /** Another key has taken its place. */
  rotated_at: UnixMilliseconds | null
  last_used_at: UnixMilliseconds | null
  last_used_ip: string | null
  created_at: UnixMilliseconds
}

interface RevokedLoginSessionTable {
  jti: string
  /** When the session token ends by itself and this row may go. */
  expires_at: UnixMilliseconds
}

/** A sign-in that has not expired; whether it was ended says the list of revoked ones, and the user. */
interface LoginSessionTable {
  id: Id
  user_id: number
  /** Names the session in its token; nobody can make a token of it. */
  jti: string
  ip: string
  user_agent: string
  /** Only for the enrollment of a second factor (5.5.4): never listed. */
  restricted: StoredBoolean
  created_at: UnixMilliseconds
  last_seen_at: UnixMilliseconds
  expires_at: UnixMilliseconds
}

interface NodeTable {
  id: Id
  name: string
  enabled: DefaultedBoolean
  key_hash: Sha256Hex | null
  /** Encrypted (`enc1:`) when ENCRYPTION_KEY is set. */
  connection_password: string | null
  certificate_serial: string | null
  /** Signed by a renewal, not yet seen: both serials are valid until the node uses this one. */
  next_certificate_serial: string | null
  /** Of `certificate_serial`; null where a former version stored it. */
  certificate_valid_from: ColumnType<
    UnixMilliseconds | null,
    UnixMilliseconds | null | undefined,
    UnixMilliseconds | null
  >
  enrollment_key_hash: Sha256Hex | null
  enrollment_expires_at: UnixMilliseconds | null
  /** Array of addresses. */
  ips: JsonText
  work_path: string | null
  version: string | null
  os: string | null
  arch: string | null
  /** Array of process managers that the node offers. */
  runtimes: JsonText
  /** Object. */
  limits: JsonText
  sftp_enabled: DefaultedBoolean
  sftp_port: ColumnType<number, number | undefined, number>
  /** What the node told of its SFTP server last: listening, host_key_fingerprint, problem. */
  sftp_state: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** How its daemon was installed, as it told last; null: it is too old to say. */
  installation: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** What its daemon named in Hello (L21); null: it is too old to name anything. */
  capabilities: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** The highest number of a game server that the node was ever given, as it told; null: it told none. */
  highest_server_id: ColumnType<number | null, number | null | undefined, number | null>
  instance_id: string | null
  /** Why and when the panel refused it last: at_ms, reason; null once it was let in again. */
  refusal: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** closed or draining; null: open. */
  placement: ColumnType<string | null, string | null | undefined, string | null>
  location: ColumnType<string | null, string | null | undefined, string | null>
  /** Array of strings; null: none. */
  tags: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** reserve and overcommit_percent; null: nobody has said. */
  capacity: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  last_seen_at: UnixMilliseconds | null
  created_at: UnixMilliseconds
  updated_at: UnixMilliseconds
}

interface TemplateTable {
  id: Id
  slug: string
  name: string
  game: string
  definition: JsonText
  source: 'built-in' | 'own' | 'imported'
  /** The egg that it was imported from, or the text of an own one, as it was given. */
  origin: ColumnType<string | null, string | null | undefined, string | null>
  /** The egg's uuid, else a hash of name and author: importing it again replaces this template. */
  origin_key: ColumnType<string | null, string | null | undefined, string | null>
  created_at: UnixMilliseconds
  updated_at: UnixMilliseconds
}

interface GameServerTable {
  id: Id
  uuid: string
  name: string
  /** Null where nobody has said what it is for. */
  description: ColumnType<string | null, string | null | undefined, string | null>
  /** The name as `foldToSearch` writes it; null when a panel of an earlier version has added the game server. */
  search_key: ColumnType<string | null, string | null | undefined, string | null>
  node_id: number
  template_id: number
  /** A person; null: nobody. */
  owner_id: ColumnType<number | null, number | null | undefined, number | null>
  /** The id that another system has for it; unique. */
  external_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Suspended since; null: not. */
  suspended_at: ColumnType<number | null, number | null | undefined, number | null>
  /** The login of that time. */
  suspended_by: ColumnType<string | null, string | null | undefined, string | null>
  suspension_reason: ColumnType<string | null, string | null | undefined, string | null>
  state: string
  state_reason: string | null
  state_changed_at: UnixMilliseconds
  ip: string
  port: number
  query_port: number | null
  rcon_port: number | null
  rcon_password: string | null
  /** Array of strings. */
  tags: JsonText
  /** Object: variable name → value. */
  variables: JsonText
  memory_limit_bytes: number | null
  /** 100 is one whole processor core. */
  cpu_limit_percent: number | null
  disk_limit_bytes: ColumnType<number | null, number | null | undefined, number | null>
  process_manager: string
  autostart: StoredBoolean
  update_before_start: StoredBoolean
  crash_policy: JsonText
  /** Label of one of the template's images; null: the first. */
  image: ColumnType<string | null, string | null | undefined, string | null>
  /** How the last run ended: exit_code, signal, out_of_memory, last_lines. */
  last_exit: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** The facts of a failed installation: installFailureFacts of the contracts. */
  install_failure: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** The revision with which the present run was started; null when nothing runs. */
  running_revision: ColumnType<number | null, number | null | undefined, number | null>
  /** The template as it was, where the game server went back to before a change; null: as it is. */
  held_template: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** Grows with every change that the node must learn of. */
  revision: ColumnType<number, number | undefined, number>
  /** Counts up when it is given to a node anew. */
  placement_epoch: ColumnType<number, number | undefined, number>
  installed_at: UnixMilliseconds | null
  created_at: UnixMilliseconds
  updated_at: UnixMilliseconds
}

/** Deleted game servers, so that a node that was away then learns of it. */
interface RemovedGameServerTable {
  uuid: string
  server_id: number
  node_id: number
  placement_epoch: number
  files: 'keep' | 'delete'
  removed_at: UnixMilliseconds
}

/** As long as its files are kept. */
interface DeletedGameServerTable {
  id: Id
  uuid: string
  name: string
  node_id: number
  template_id: number
  port: number
  /** Sealed JSON: its row, schedules and permission entries. */
  record: string
  deleted_by: number | null
  /** Whose it was, while that person is there. */
  owner_id: ColumnType<number | null, number | null | undefined, number | null>
  /** As its record has them, for the sum of its owner. */
  memory_limit_bytes: ColumnType<number | null, number | null | undefined, never>
  cpu_limit_percent: ColumnType<number | null, number | null | undefined, never>
  disk_limit_bytes: ColumnType<number | null, number | null | undefined, never>
  deleted_at: UnixMilliseconds
}

interface PlanTable {
  id: Id
  name: string
  /** Object: limit by item; one that is not there or null is without end. */
  limits: JsonText
  /** Array of ids; null: all. */
  template_ids: JsonText | null
  node_ids: JsonText | null
  counted_only: StoredBoolean
  created_at: UnixMilliseconds
}

/** How much the game servers of a person take, deleted ones that are kept among them. */
interface PlanUsageTable {
  user_id: number
  /** Raised first by whoever counts anew: also a lock. */
  changes: number
  servers: number
  memory_bytes: number
  cpu_percent: number
  disk_bytes: number
  ports: number
}

/** At most one for a game server, by the one who owns it. */
interface OwnershipOfferTable {
  server_id: number
  to_user_id: number
  offered_by: number
  keep_access: StoredBoolean
  created_at: UnixMilliseconds
}

interface ScheduleTable {
  id: Id
  server_id: number
  name: string
  enabled: StoredBoolean
  /** What the node must know, without id and enabled. */
  definition: JsonText
  created_at: UnixMilliseconds
  updated_at: UnixMilliseconds
}

interface TaskTable {
  id: Id
  /** What its node remembers it by, random; null: by its number, as panels of earlier versions asked for it. */
  run_key: ColumnType<string | null, string | null | undefined, string | null>
  node_id: number
  server_id: number | null
  kind: string
  status: string
  /** The user who asked for it, or who granted the plugin that asked its permissions. */
  requested_by: number | null
  /** Name of the plugin that asked for it. */
  plugin: ColumnType<string | null, string | null | undefined, string | null>
  /** Why it waits or why it ended so. */
  reason: string | null
  /** Its last word to people. */
  message: string | null
  payload: JsonText
  /** A line of the audit log that waits for its outcome; null where nothing is recorded, and after the end. */
  audit_line: ColumnType<string | null, string | null | undefined, string | null>
  /** Percent, 0 to 100. */
  progress: number | null
  exit_code: number | null
  /** The facts of a failed installation: installFailureFacts of the contracts. */
  failure: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  created_at: UnixMilliseconds
  started_at: UnixMilliseconds | null
  ended_at: UnixMilliseconds | null
}

interface TaskOutputTable {
  task_id: number
  /** Offset of the chunk's first byte in the task's output. */
  seq: number
  chunk: string
}

interface ActivityTable {
  id: Id
  /** Null for what people did in the panel. */
  server_id: number | null
  /** Who did it. */
  user_id: number | null
  kind: string
  /** Names what happened, so that the same fact told twice is one line. */
  fact: string
  details: JsonText
  happened_at: UnixMilliseconds
  /** Of what people did, the rest: their login of that time, what it is about, and on which game server. */
  actor_login: ColumnType<string | null, string | null | undefined>
  subject_type: ColumnType<string | null, string | null | undefined>
  subject_id: ColumnType<number | null, number | null | undefined>
  /** No reference: what was granted on a game server is known after it is gone. */
  on_server_id: ColumnType<number | null, number | null | undefined>
  /** Where one line is counted up, as failed sign-ins. */
  record_key: ColumnType<string | null, string | null | undefined>
}

interface PluginTable {
  id: Id
  /** The id in its manifest. */
  slug: string
  manifest: JsonText
  /** The WebAssembly module in base64; null for a plugin of pages alone. */
  module: string | null
  frontend: string | null
  package_hash: Sha256Hex
  /** Array of permissions. */
  granted: JsonText
  /** The administrator who granted them. */
  granted_by: ColumnType<number | null, number | null | undefined, number | null>
  /** Object: setting → value, secrets sealed. */
  settings: JsonText
  enabled: StoredBoolean
  created_at: UnixMilliseconds
  updated_at: UnixMilliseconds
}

interface PluginValueTable {
  plugin_id: number
  name: string
  value: string
}

interface PanelSecretTable {
  name: string
  value: string
}

interface SettingTable {
  name: string
  value: JsonText
  changed_at: UnixMilliseconds
}

interface DataVersionTable {
  scope: string
  version: number
}

/** A command that somebody gave on the machine itself, until a running panel has audited it. */
interface LocalCommandTable {
  id: Id
  user_id: number
  /** As the audit writes it. */
  audit_line: JsonText
}

/** Presets that an administrator has changed; one without a row has its default. */
interface PermissionPresetTable {
  name: string
  /** Array of names. */
  permissions: JsonText
  updated_at: UnixMilliseconds
}

interface DatabaseHostTable {
  id: Id
  name: string
  kind: DatabaseKind
  address: string
  port: number
  login: string
  /** Encrypted (`enc1:`) when ENCRYPTION_KEY is set. */
  password: string
  tls: DatabaseTls
  /** PEM; empty: those that Node.js trusts. */
  authorities: string
  address_for_games: string | null
  port_for_games: number | null
  max_databases: number | null
  /** Array of ids; null: all nodes. */
  node_ids: JsonText | null
  created_at: UnixMilliseconds
}

interface ServerDatabaseTable {
  id: Id
  /** Of a game server that is there or in the trash. */
  server_uuid: string
  host_id: number
  label: string
  /** Of the database and its user, on the host. */
  name: string
  /** Encrypted (`enc1:`) when ENCRYPTION_KEY is set, as the next one is. */
  password: string
  /** While it is being changed. */
  next_password: string | null
  state: 'creating' | 'ready' | 'deleting'
  /** When a piece of work on it began. */
  touched_at: UnixMilliseconds
  created_at: UnixMilliseconds
}

interface BackupStorageTable {
  id: Id
  name: string
  /** A backupPlace, without its secret. */
  place: JsonText
  /** Encrypted (`enc1:`) when ENCRYPTION_KEY is set; empty: the place has none. */
  secret: string
  /** As it was shown once; encrypted as the secret is. */
  recovery_key: string
  /** Array of ids; null: all nodes. */
  node_ids: JsonText | null
  retention: JsonText
  limits: JsonText
  created_at: UnixMilliseconds
  updated_at: UnixMilliseconds
}

/** Of a node that does not use the key of the storage. */
interface BackupNodeKeyTable {
  id: Id
  storage_id: number
  node_id: number
  /** The access key ID of S3, the user of SFTP and of a REST server. */
  login: string
  /** Below the place of the storage; empty: the place itself. */
  folder: string
  /** Encrypted (`enc1:`) when ENCRYPTION_KEY is set. */
  secret: string
}

/** Of one game server in one storage; stays when the game server is deleted, as what is stored there does. */
interface BackupRepositoryTable {
  id: Id
  server_uuid: string
  storage_id: number
  /** Encrypted (`enc1:`) when ENCRYPTION_KEY is set. */
  password: string
  /** Of the last report that was stored. */
  sequence: ColumnType<number, number | undefined, number>
  engine: ColumnType<string | null, string | null | undefined, string | null>
  stored_bytes: ColumnType<number | null, number | null | undefined, number | null>
  last_check: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  last_drill: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  problem: ColumnType<string | null, string | null | undefined, string | null>
  reported_at: ColumnType<
    UnixMilliseconds | null,
    UnixMilliseconds | null | undefined,
    UnixMilliseconds | null
  >
  created_at: UnixMilliseconds
}

/** An index of what nodes have reported; notes and locks are the panel's own. */
interface BackupTable {
  id: Id
  repository_id: number
  snapshot: string
  taken_at: UnixMilliseconds
  kind: string
  /** Of a safety backup: what came after it. */
  before_action: string | null
  /** Empty: no task of the panel took it. */
  run_key: string
  taken_by: number | null
  note: string
  locked: StoredBoolean
  files: number
  bytes: number
  bytes_added: number
  consistency: string
  /** Array of strings. */
  warnings: JsonText
}

/** Of game servers that do not take what their node has. */
interface BackupChoiceTable {
  server_id: number
  /** Array of storage_id, retention, limits. */
  storages: JsonText
  updated_at: UnixMilliseconds
}

/** With what a game server became ready last. */
interface ReadySettingsTable {
  server_id: number
  revision: number
  /** By the clock of its node. */
  ready_at: UnixMilliseconds
  template: JsonText
  /** As game_servers has them. */
  variables: JsonText
  image: string | null
}

/** Of game servers that were made from a backup of another one, whose repository they read. */
interface BackupSourceTable {
  server_id: number
  storage_id: number
  source_uuid: string
}

/** What has happened, written with the change itself. Readers see those with a number alone. */
interface EventTable {
  id: Id
  event_id: string
  /** Given in the order in which their transactions ended, by one instance at a time; null: not yet. */
  seq: ColumnType<number | null, number | null | undefined, number | null>
  kind: string
  version: number
  /** Names what happened, so that the same fact told twice is one event. */
  fact: string
  server_id: number | null
  node_id: number | null
  /** Who asked for it. */
  user_id: number | null
  /** Object; names are added with the number. */
  data: JsonText
  happened_at: UnixMilliseconds
}

interface EventNumberTable {
  name: string
  last_seq: number
  /** Events up to this one are forgotten. */
  forgotten_seq: number
}

/** What was told last of something that lasts, so that of many instances one tells that it has changed. */
interface EventConditionTable {
  subject: string
  state: string
  changed_at: UnixMilliseconds
}

interface WebhookTable {
  id: Id
  name: string
  /** Encrypted (`enc1:`) when ENCRYPTION_KEY is set, as the secret is: of many services it is one. */
  url: string
  secret: string
  format: string
  /** Array of kinds of events. */
  kinds: JsonText
  /** Array of ids; null: all game servers. */
  server_ids: JsonText | null
  enabled: StoredBoolean
  disabled_reason: string | null
  /** Login of the person; null: enabled, disabled by the panel, or by a version that did not store it. */
  disabled_by: string | null
  disabled_at: UnixMilliseconds | null
  failing_since: UnixMilliseconds | null
  last_delivered_at: UnixMilliseconds | null
  created_at: UnixMilliseconds
  updated_at: UnixMilliseconds
}

interface WebhookDeliveryTable {
  id: Id
  /** The same at every attempt. */
  delivery_id: string
  webhook_id: number
  event_row: number
  state: string
  attempts: number
  next_at: UnixMilliseconds
  /** Who makes an attempt now; others leave it alone until `leased_until`. */
  lease: string | null
  leased_until: UnixMilliseconds
  last_at: UnixMilliseconds | null
  status: number | null
  took_ms: number | null
  problem: string
  answer: string
  replay_of: number | null
  created_at: UnixMilliseconds
}

interface IdempotentRequestTable {
  /** Of caller, route and key, by a key of the panel. */
  name: Sha256Hex
  /** Of parameters, query and body, by a key of the panel. */
  fingerprint: Sha256Hex
  created: JsonText
  /** Encrypted; null: not answered yet. */
  answer: string | null
  created_at: UnixMilliseconds
}

interface BulkActionTable {
  id: Id
  action: string
  /** Object: what was asked for beside the action. */
  options: JsonText
  requested_by: number
  /** Which instance carries it out; counts until `leased_until`. */
  lease: string | null
  leased_until: UnixMilliseconds
  canceled_at: UnixMilliseconds | null
  created_at: UnixMilliseconds
  ended_at: UnixMilliseconds | null
}

interface BulkStepTable {
  bulk_id: number
  /** In which order they are carried out. */
  position: number
  server_id: number
  server_name: string | null
  /** 0: not known. */
  node_id: number
  status: 'waiting' | 'sending' | 'sent' | 'done' | 'failed' | 'skipped' | 'canceled'
  task_id: number | null
  /** Code of the refusal. */
  reason_code: string | null
  reason: string | null
}

export interface Schema {
  users: UserTable
  ssh_keys: SshKeyTable
  roles: RoleTable
  user_roles: UserRoleTable
  user_permissions: UserPermissionTable
  role_permissions: RolePermissionTable
  personal_access_tokens: PersonalAccessTokenTable
  service_account_keys: ServiceAccountKeyTable
  revoked_login_sessions: RevokedLoginSessionTable
  login_sessions: LoginSessionTable
  nodes: NodeTable
  templates: TemplateTable
  game_servers: GameServerTable
  removed_game_servers: RemovedGameServerTable
  deleted_game_servers: DeletedGameServerTable
  ownership_offers: OwnershipOfferTable
  plans: PlanTable
  plan_usage: PlanUsageTable
  schedules: ScheduleTable
  tasks: TaskTable
  task_output: TaskOutputTable
  activity: ActivityTable
  plugins: PluginTable
  plugin_values: PluginValueTable
  panel_secrets: PanelSecretTable
  data_versions: DataVersionTable
  local_commands: LocalCommandTable
  permission_presets: PermissionPresetTable
  settings: SettingTable
  database_hosts: DatabaseHostTable
  server_databases: ServerDatabaseTable
  backup_storages: BackupStorageTable
  backup_node_keys: BackupNodeKeyTable
  backup_repositories: BackupRepositoryTable
  backups: BackupTable
  backup_choices: BackupChoiceTable
  ready_settings: ReadySettingsTable
  backup_sources: BackupSourceTable
  events: EventTable
  event_numbers: EventNumberTable
  event_conditions: EventConditionTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  idempotent_requests: IdempotentRequestTable
  bulk_actions: BulkActionTable
  bulk_steps: BulkStepTable
}

/** Every table, for checks that must not forget one. */
export const tableNames = Object.keys({
  users: 0,
  ssh_keys: 0,
  roles: 0,
  user_roles: 0,
  user_permissions: 0,
  role_permissions: 0,
  personal_access_tokens: 0,
  service_account_keys: 0,
  revoked_login_sessions: 0,
  login_sessions: 0,
  nodes: 0,
  templates: 0,
  game_servers: 0,
  removed_game_servers: 0,
  deleted_game_servers: 0,
  ownership_offers: 0,
  plans: 0,
  plan_usage: 0,
  schedules: 0,
  tasks: 0,
  task_output: 0,
  activity: 0,
  plugins: 0,
  plugin_values: 0,
  panel_secrets: 0,
  data_versions: 0,
  local_commands: 0,
  permission_presets: 0,
  settings: 0,
  database_hosts: 0,
  server_databases: 0,
  backup_storages: 0,
  backup_node_keys: 0,
  backup_repositories: 0,
  backups: 0,
  backup_choices: 0,
  ready_settings: 0,
  backup_sources: 0,
  events: 0,
  event_numbers: 0,
  event_conditions: 0,
  webhooks: 0,
  webhook_deliveries: 0,
  idempotent_requests: 0,
  bulk_actions: 0,
  bulk_steps: 0,
} satisfies Record<keyof Schema, 0>) as (keyof Schema)[]
