// The one list of what is audited (6.4): every event with the category that it belongs to.

export const auditEvents = {
  'auth.login': 'authentication',
  'auth.rate_limit': 'authentication',
  'access.denied': 'access',
  'two_factor.enabled': 'two_factor',
  'two_factor.disabled': 'two_factor',
  'recovery_codes.reissued': 'two_factor',
  'user.created': 'user',
  'user.changed': 'user',
  'user.password_changed': 'user',
  'user.roles_changed': 'user',
  'user.permissions_changed': 'user',
  'user.deleted': 'user',
  'role.created': 'role',
  'role.changed': 'role',
  'role.deleted': 'role',
  'token.created': 'token',
  'token.revoked': 'token',
  'node.created': 'node',
  'node.changed': 'node',
  'node.deleted': 'node',
  'node.enrollment_issued': 'node',
  'node.foreign_message': 'node',
  'template.imported': 'template',
  'template.created': 'template',
  'template.changed': 'template',
  'template.deleted': 'template',
} as const

export type AuditEvent = keyof typeof auditEvents
