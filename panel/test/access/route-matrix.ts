// The one table of who is let in where: every route and channel against fourteen kinds of caller.
//
//   nobody   without a token
//   nothing  a user without any permission
//   common   a user with the basic privileges on a game server
//   all14    a user with all permissions on it
//   nodes    a user with view, create, edit and delete on all nodes
//   admin    an administrator by the role
//   direct   an administrator by an entry of their own
//   late     an administrator past the deadline for a second factor
//   a-token  an access token of an administrator with server:list
//   u-token  an access token of the user with all permissions, with all ten abilities for servers
//   s-admin  a service account that is an administrator by the role
//   s-all14  a service account with all permissions on the game server
//   owner    a user who owns a game server and holds nothing else
//   holder   a user who has a plan and holds nothing else
//
// The two administrators, their token and the service account that is one ask about ids that nothing has, the owner
// about their own game server, which runs, the others about another one; all but the former about a task that started it. `ok` is let in, whatever comes of it; `2fa` is the refusal of 5.5.4, for which HEAD has no words.

import type { Met } from '../harmless-calls.ts'

const table = `
                                                  nobody nothing common all14 nodes admin direct late a-token u-token s-admin s-all14 owner   holder
GET /api/config/public                            ok     ok      ok     ok    ok    ok    ok     ok   ok      ok     ok      ok      ok     ok
GET /api/health                                   ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /api/ready                                    ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /api/openapi.json                             ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /api/openapi-3.0.json                         ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /api/asyncapi.json                            ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /api/docs.js                                  ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /api/docs                                     ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /api/nodes/link                               ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /install/daemon                               404    404     404    404   404   404   404    2fa  404     404     404     404     404     404
GET /install/daemon/{file}                        404    404     404    404   404   404   404    2fa  404     404     404     404     404     404
POST /api/nodes/install/progress                  ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
GET /api/nodes/install                            401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/auth/login                              ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
POST /api/auth/2fa/verify                         ok     ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
POST /api/auth/short-lived-token                  401    ok      ok     ok    ok    ok    ok     2fa  401     401     ok      ok      ok     ok
GET /api/profile                                  401    ok      ok     ok    ok    ok    ok     ok   403     403     401     401     ok     ok
PUT /api/profile                                  401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
POST /api/profile/2fa/setup                       401    ok      ok     ok    ok    ok    ok     ok   401     401     401     401     ok     ok
POST /api/profile/2fa/confirm                     401    ok      ok     ok    ok    ok    ok     ok   401     401     401     401     ok     ok
DELETE /api/profile/2fa                           401    ok      ok     ok    ok    ok    ok     2fa  401     401     401     401     ok     ok
POST /api/profile/2fa/recovery-codes              401    ok      ok     ok    ok    ok    ok     2fa  401     401     401     401     ok     ok
POST /api/profile/2fa/snooze                      401    ok      ok     ok    ok    ok    ok     2fa  401     401     401     401     ok     ok
GET /api/profile/ssh-keys                         401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
POST /api/profile/ssh-keys                        401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
DELETE /api/profile/ssh-keys/{id}                 401    404     404    404   404   404   404    2fa  403     403     401     401     404     404
GET /api/profile/sftp-password                    401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
POST /api/profile/sftp-password                   401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
DELETE /api/profile/sftp-password                 401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
GET /api/profile/ownership-offers                 401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
POST /api/profile/ownership-offers/{server}/accept 401   404     404    404   404   404   404    2fa  403     403     401     401     404     404
DELETE /api/profile/ownership-offers/{server}     401    404     404    404   404   404   404    2fa  403     403     401     401     404     404
GET /api/profile/sessions                         401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
DELETE /api/profile/sessions/{id}                 401    404     404    404   404   404   404    2fa  403     403     401     401     404     404
POST /api/profile/sessions/sign-out-others        401    ok      ok     ok    ok    ok    ok     2fa  403     403     401     401     ok     ok
POST /api/tokens                                  401    ok      ok     ok    ok    ok    ok     2fa  401     401     401     401     ok     ok
GET /api/tokens                                   401    ok      ok     ok    ok    ok    ok     2fa  ok      ok     401     401     ok     ok
GET /api/tokens/abilities                         401    ok      ok     ok    ok    ok    ok     2fa  ok      ok     401     401     ok     ok
DELETE /api/tokens/{id}                           401    404     404    404   404   404   404    2fa  404     404     401     401     404     404
GET /api/users                                    401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/users                                   401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/users/{id}                               401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/users/{id}                               401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/users/{id}                            401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/users/{id}/servers                       401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/users/{id}/servers/{server}/permissions  401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/users/{id}/servers/{server}/permissions  401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/users/{id}/permissions                   401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/users/{id}/permissions                   401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/users/{id}/access                        401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/users/{id}/sessions                      401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/users/{id}/suspension                    401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/users/{id}/suspension                 401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/servers/{server}/suspension              401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/servers/{server}/suspension           401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/users/{id}/sign-out                     401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/roles                                    401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/roles                                   401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/roles/{id}                               401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/roles/{id}                               401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/roles/{id}                            401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/plans                                    401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/plans                                   401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/plans/{id}                               401    403     403    403   403   404    404     2fa  403     403     404      403     403     403
PUT /api/plans/{id}                               401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/plans/{id}                            401    403     403    403   403   404    404     2fa  403     403     404      403     403     403
GET /api/users/{id}/plan                          401    403     403    403   403   404    404     2fa  403     403     404      403     403     403
PUT /api/users/{id}/plan                          401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/roles/{id}/plan                          401    403     403    403   403   404    404     2fa  403     403     404      403     403     403
PUT /api/roles/{id}/plan                          401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/profile/plan                             401    ok     ok    ok   ok   ok    ok     2fa  403     403     401      401     ok     ok
GET /api/profile/plan/offer                       401    ok     ok    ok   ok   ok    ok     2fa  403     403     401      401     ok     ok
GET /api/profile/plan/templates/{id}              401    404     404    404   404   404    404     2fa  403     403     401      401     404     404
GET /api/service-accounts                         401    403    403    403    403    ok     ok     2fa    403    403    ok     403     403     403
POST /api/service-accounts                        401    403    403    403    403    ok     ok     2fa    403    403    403    403     403     403
GET /api/service-accounts/{id}                    401    403    403    403    403    404    404    2fa    403    403    404    403     403     403
PUT /api/service-accounts/{id}                    401    403    403    403    403    ok     ok     2fa    403    403    403    403     403     403
DELETE /api/service-accounts/{id}                 401    403    403    403    403    404    404    2fa    403    403    403    403     403     403
GET /api/service-accounts/{id}/keys               401    403    403    403    403    404    404    2fa    403    403    404    403     403     403
POST /api/service-accounts/{id}/keys              401    403    403    403    403    ok     ok     2fa    403    403    403    403     403     403
POST /api/service-accounts/{id}/keys/{key}/rotate 401    403    403    403    403    ok     ok     2fa    403    403    403    403     403     403
DELETE /api/service-accounts/{id}/keys/{key}      401    403    403    403    403    404    404    2fa    403    403    403    403     403     403
GET /api/permissions                              401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/permissions/explain                      401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/permission-presets                       401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
GET /api/permission-presets/{preset}              401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/permission-presets/{preset}              401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/permission-presets/{preset}           401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/servers/{server}/invitations            401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/servers/{server}/access                  401    403     403    403   403   404   404    2fa  403     403     404     403     ok     403
POST /api/servers/{server}/access                 401    403     403    403   403   ok    ok     2fa  403     403     ok      403     ok     403
PUT /api/servers/{server}/access/{user}           401    403     403    403   403   ok    ok     2fa  403     403     ok      403     ok     403
DELETE /api/servers/{server}/access/{user}        401    403     403    403   403   404   404    2fa  403     403     404     403     404     403
PUT /api/servers/{server}/ownership-offer         401    403     403    403   403   ok    ok     2fa  403     403     ok      403     ok     403
DELETE /api/servers/{server}/ownership-offer      401    403     403    403   403   404   404    2fa  403     403     404     403     404     403
GET /api/settings                                 401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
PATCH /api/settings                               401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/nodes                                    401    403     403    403   ok    ok    ok     2fa  403     403     ok      403     403     403
POST /api/nodes                                   401    403     403    403   ok    ok    ok     2fa  403     403     ok      403     403     403
GET /api/nodes/{id}                               401    403     403    403   404   404   404    2fa  403     403     404     403     403     403
PUT /api/nodes/{id}                               401    403     403    403   ok    ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/nodes/{id}                            401    403     403    403   404   404   404    2fa  403     403     404     403     403     403
GET /api/nodes/{id}/ports                         401    403     403    403   404   404   404    2fa  403     403     404     403     403     403
GET /api/placement                                401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/nodes/{id}/port-proposal                 401    403     403    403   403   ok    ok     2fa  403     403     ok      403 403     403
GET /api/nodes/{id}/logs                          401    403     403    403   404   404   404    2fa  403     403     404     403     403     403
GET /api/nodes/{id}/metrics                       401    403     403    403   404   404   404    2fa  403     403     404     403     403     403
GET /api/nodes/{id}/metrics/history               401    403     403    403   ok    ok    ok     2fa  403     403     ok      403     403     403
POST /api/nodes/{id}/enrollment                   401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/nodes/{id}/upgrade                      401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/nodes/upgrade                           401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/nodes/{id}/unknown-servers               401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/nodes/{id}/unknown-servers/{uuid}/adopt 401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
DELETE /api/nodes/{id}/unknown-servers/{uuid}     401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/deleted-servers                          401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok     ok     ok
POST /api/deleted-servers/{uuid}/restore          401    403     403    403   403   404   404    2fa  403     403     404     403     403     404
DELETE /api/deleted-servers/{uuid}                401    403     403    403   403   404   404    2fa  403     403     404     403     403     404
GET /api/templates                                401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/templates                               401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/templates/{id}                           401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/templates/{id}                           401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/templates/{id}                        401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/games                                    401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/templates/import                        401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/templates/{id}/export                    401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/plugins                                  401    403     403    403   403   ok    ok      2fa  403     403     ok      403     403     403
POST /api/plugins                                 401    403     403    403   403   ok    ok      2fa  403     403     ok      403     403     403
GET /api/plugins/{id}                             401    403     403    403   403   404   404     2fa  403     403     404     403     403     403
DELETE /api/plugins/{id}                          401    403     403    403   403   404   404     2fa  403     403     404     403     403     403
GET /api/plugins/{id}/log                         401    403     403    403   403   404   404     2fa  403     403     404     403     403     403
PUT /api/plugins/{id}                             401    403     403    403   403   ok    ok      2fa  403     403     ok      403     403     403
GET /api/shipped-plugins                          401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/shipped-plugins                         401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/plugin-pages                             401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
GET /api/plugins/{id}/frontend.js                 401    404     404    404   404   404   404    2fa  403     403     404     404     404     404
GET /api/plugins/{id}/http/*                      404    404     404    404   404   404   404    2fa  404     404     404     404     404     404
POST /api/plugins/{id}/http/*                     404    404     404    404   404   404   404    2fa  404     404     404     404     404     404
PUT /api/plugins/{id}/http/*                      404    404     404    404   404   404   404    2fa  404     404     404     404     404     404
DELETE /api/plugins/{id}/http/*                   404    404     404    404   404   404   404    2fa  404     404     404     404     404     404
GET /api/tasks                                    401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
GET /api/activity                                 401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
GET /api/activity/export                          401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
GET /api/tasks/{id}                               401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
GET /api/tasks/{id}/output                        401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
POST /api/tasks/{id}/cancel                       401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers                                  401    ok      ok     ok    ok    ok    ok     2fa  ok      ok     ok      ok      ok     ok
POST /api/servers                                 401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     ok
POST /api/servers/abilities                       401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
POST /api/servers/power-options                   401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
POST /api/bulk-actions                            401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
GET /api/bulk-actions                             401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
GET /api/bulk-actions/{id}                        401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/bulk-actions/{id}/cancel                401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/servers/{server}                         401    403     ok     ok    403   404   404    2fa  404     ok     404     ok      ok     403
PUT /api/servers/{server}                         401    403     403    403   403   ok    ok     2fa  403     403     ok      403     ok     403
DELETE /api/servers/{server}                      401    403     403    403   403   404   404    2fa  403     403     404     403     ok     403
POST /api/servers/{server}/clone                  401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/servers/{server}/settings                401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
PUT /api/servers/{server}/settings                401    403     403    ok    403   ok    ok     2fa  403     ok     ok      ok      ok     403
POST /api/servers/{server}/repair                 401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/port-check              401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/servers/{server}/abilities               401    403     ok     ok    403   404   404    2fa  404     ok     404     ok      ok     403
POST /api/servers/{server}/start                  401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
POST /api/servers/{server}/stop                   401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
POST /api/servers/{server}/kill                   401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
POST /api/servers/{server}/restart                401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
POST /api/servers/{server}/install                401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
POST /api/servers/{server}/update                 401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
POST /api/servers/{server}/reinstall              401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/pause                  401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/resume                 401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/power                   401    403     ok     ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/power                  401    403     ok     ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/activity                401    403     ok     ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/metrics                 401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/metrics/history         401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/console                 401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
POST /api/servers/{server}/console                401    403     403    ok    403   ok    ok     2fa  403     ok     ok      ok      ok     403
POST /api/servers/{server}/rcon                   401    403     403    ok    403   ok    ok     2fa  403     ok     ok      ok      ok     403
GET /api/servers/{server}/rcon/features           401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
GET /api/servers/{server}/players                 401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
GET /api/servers/{server}/players/recent          401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/players/bans            401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/players/unban          401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/players/kick           401    403     403    ok    403   ok    ok     2fa  403     ok     ok      ok      ok     403
POST /api/servers/{server}/players/ban            401    403     403    ok    403   ok    ok     2fa  403     ok     ok      ok      ok     403
POST /api/servers/{server}/players/message        401    403     403    ok    403   ok    ok     2fa  403     ok     ok      ok      ok     403
GET /api/servers/{server}/query                   401    403     ok     ok    403   404   404    2fa  404     ok     404     ok      ok     403
GET /api/servers/{server}/tasks                   401    403     403    ok    403   404   404    2fa  403     ok     404     ok      ok     403
GET /api/servers/{server}/task-options            401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/task-runs               401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/tasks                  401    403     403    ok    403   ok    ok     2fa  403     ok     ok      ok      ok     403
GET /api/servers/{server}/tasks/{id}              401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
PUT /api/servers/{server}/tasks/{id}              401    403     403    ok    403   ok    ok     2fa  403     ok     ok      ok      ok     403
DELETE /api/servers/{server}/tasks/{id}           401    403     403    404   403   404   404    2fa  403     404     404     404     404     403
GET /api/servers/{server}/tasks/{id}/runs         401    403     403    404   403   404   404    2fa  403     404     404     404     404     403
POST /api/servers/{server}/tasks/{id}/run         401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
POST /api/servers/{server}/tasks/{id}/runs/{run}/cancel 401 403  403    404   403   404   404    2fa  403     403     404     404     404     403
GET /api/servers/{server}/files                   401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/files/content           401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
PUT /api/servers/{server}/files/content           401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/files/upload           401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/files/download          401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/files/mkdir            401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/files/rename           401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/files/copy             401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/files/delete           401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/files/chmod            401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/files/archive          401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/files/extract          401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/files/hash              401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/files/search            401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/files/usage             401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/files/upload-rules      401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
OPTIONS /api/servers/{server}/files/uploads       401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/files/uploads          401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
HEAD /api/servers/{server}/files/uploads/{upload} 401    403     403    404   403   404   404    403  403     403     404     404     404     403
PATCH /api/servers/{server}/files/uploads/{upload} 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
DELETE /api/servers/{server}/files/uploads/{upload} 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
OPTIONS /api/servers/{server}/files/transfers     401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/files/transfers        401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
HEAD /api/servers/{server}/files/transfers/{upload} 401    403     403    404   403   404   404    403  403     403     404     404     404     403
PATCH /api/servers/{server}/files/transfers/{upload} 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
DELETE /api/servers/{server}/files/transfers/{upload} 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
GET /api/backups/attention                        401    ok      ok     ok    ok    ok    ok     2fa  403     403     ok      ok      ok     ok
GET /api/servers/{server}/backups/state           401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/backups                 401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/backups                401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
PATCH /api/servers/{server}/backups/{backup}      401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
DELETE /api/servers/{server}/backups/{backup}     401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
POST /api/servers/{server}/backups/{backup}/restore 401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
POST /api/servers/{server}/backups/{backup}/new-server 401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/servers/{server}/backups/{backup}/files  401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
GET /api/servers/{server}/backups/{backup}/files/search 401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/backups/{backup}/files/content 401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/backups/{backup}/download 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
GET /api/servers/{server}/backups/{backup}/compare 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
GET /api/servers/{server}/backups/rollback        401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/backups/rollback       401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/backups/settings        401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
PUT /api/servers/{server}/backups/settings        401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/databases               401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/databases/hosts         401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
GET /api/servers/{server}/databases/sizes         401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
POST /api/servers/{server}/databases              401    403     403    ok    403   ok    ok     2fa  403     403     ok      ok      ok     403
GET /api/servers/{server}/databases/{database}/connection 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
POST /api/servers/{server}/databases/{database}/password 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
DELETE /api/servers/{server}/databases/{database} 401    403     403    404   403   404   404    2fa  403     403     404     404     404     403
GET /api/database-hosts                           401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/database-hosts                          401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/database-hosts/{id}                      401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/database-hosts/{id}                      401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/database-hosts/{id}                   401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/database-hosts/test                     401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/backup-storages                          401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/backup-storages                         401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/backup-storages/{id}                     401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/backup-storages/{id}/contents            401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/backup-storages/{id}                     401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/backup-storages/{id}                  401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/backup-storages/test                    401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/backup-storages/sftp-host-key           401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/webhooks                                 401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/webhooks                                401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/webhooks/{id}                            401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
PUT /api/webhooks/{id}                            401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
DELETE /api/webhooks/{id}                         401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/webhooks/{id}/secret                    401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/webhooks/{id}/test                      401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/webhooks/{id}/deliveries                 401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/webhooks/{id}/deliveries/{delivery}/replay 401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
POST /api/backup-storages/{id}/found-servers      401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/backup-storages/{id}/found-servers/{uuid}/bring-back 401    403     403    403   403   404   404    2fa  403     403     404     403     403     403
GET /api/panel-backup                             401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
PUT /api/panel-backup                             401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
POST /api/panel-backup/run                        401    403     403    403   403   ok    ok     2fa  403     403     ok      403     403     403
GET /api/servers/{server}/sftp                    401    403     403    ok    403   404   404    2fa  403     403     404     ok      ok     403
WS /api/ws/event-feed                             401    ok      ok     ok    ok    ok    ok     2fa  401     401     ok      ok      ok     ok
WS /api/ws/events                                 401    ok      ok     ok    ok    ok    ok     2fa  401     401     ok      ok      ok     ok
WS /api/ws/tasks/{id}                             401    403     403    ok    403   404   404    2fa  401     401     404     ok      ok     403
WS /api/ws/servers/{server}/console               401    403     403    ok    403   404   404    2fa  401     401     404     ok      ok     403
WS /api/ws/servers/{server}/attach                401    403     403    ok    403   404   404    2fa  401     401     404     ok      ok     403
WS /api/ws/servers/{server}/metrics               401    403     403    ok    403   404   404    2fa  401     401     404     ok      ok     403
WS /api/ws/nodes/{id}/metrics                     401    403     403    403   404   404   404    2fa  401     401     404     403     403     403
WS /api/ws/nodes/metrics                          401    403     403    403   ok    ok    ok     2fa  401     401     ok      403     403     403
POST /api/auth/logout                             401    ok      ok     ok    ok    ok    ok     ok   401     401     401     401     ok     ok
`

export const callerKinds = [
  'nobody',
  'nothing',
  'common',
  'all14',
  'nodes',
  'admin',
  'direct',
  'late',
  'a-token',
  'u-token',
  's-admin',
  's-all14',
  'owner',
  'holder',
] as const
export type CallerKind = (typeof callerKinds)[number]

/** In the order of the table: signing out comes last, because it ends the session. */
export const routeMatrix: ReadonlyMap<string, Record<CallerKind, Met>> = new Map(
  table
    .trim()
    .split('\n')
    .slice(1)
    .map(line => {
      const [method, path, ...cells] = line.trim().split(/\s+/)
      if (cells.length !== callerKinds.length) throw new Error(`a cell is missing: ${line}`)
      const met = Object.fromEntries(callerKinds.map((kind, index) => [kind, cells[index]]))
      return [`${method} ${path}`, met as Record<CallerKind, Met>]
    }),
)
