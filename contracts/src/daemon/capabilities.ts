// What a daemon says in Hello that it can do beyond the version before it (L21, L22, L25, L29).

export const nodeCapabilities = [
  'planned_power',
  'schedule_steps',
  'metrics_history',
  'backups',
  'planned_restore',
  'suspension',
] as const
export type NodeCapability = (typeof nodeCapabilities)[number]
