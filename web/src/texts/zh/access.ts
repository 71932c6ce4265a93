// The Chinese texts of who may do what on one game server.

import type { AreaTexts } from '../chapters.ts'

export const access: AreaTexts<'access'> = {
  access: {
    title: '谁可以在此做什么',
    text: '权限来自角色以及每个用户的条目。拒绝优先于任何允许。',
    search: '查找用户',
    noAccess: '无权访问',
    everything: '全部权限',
    looks: '只能看到此服务器',
    why: '为什么？',
    whyOf: '{{name}} 为什么可以或不可以',
    change: '更改',
    changeOf: '更改 {{name}} 的权限',
    failed: '无法读取',
    withAccess: '有权访问',
    without: '无权访问',
    invite: '创建用户',
    noMatch: '没有匹配“{{words}}”的用户。',
    closedTitle: '仅限管理员',
    closedText: '谁可以在服务器上做什么，由此面板的管理员决定。',
  },
}
