// The Chinese texts of editing, cloning and deleting a game server.

import type { AreaTexts } from '../chapters.ts'

export const manageServer: AreaTexts<'manageServer'> = {
  manageServer: {
    menu: '{{name}} 的更多操作',
    edit: '编辑服务器',
    clone: '克隆',
    delete: '删除',
    editTitle: '编辑 {{name}}',
    editText: '地址、端口、限额和运行方式从下次启动起生效。',
    rconPassword: 'RCON 密码',
    save: '保存',
    cloneTitle: '克隆 {{name}}',
    cloneText: '克隆体在同一节点上，设置和限额相同，端口另行分配。',
    cloneName: '克隆体的名称',
    cloneOf: '{{name}}（副本）',
    withFiles: '连同文件',
    withFilesText: '世界、模组和配置一并复制。所需时间取决于文件夹大小。',
    fresh: '全新',
    freshText: '重新安装游戏，世界为空。',
    cloneRunning: '游戏正在运行：尚未写入磁盘的内容不会出现在副本中。',
    cloneConfirm: '克隆',
    deleteTitle: '删除 {{name}}？',
    deleteText: '服务器将被停止，并连同其权限和计划任务从面板中移除。',
    keepFiles: '保留文件',
    keepFilesText: '文件夹保留在节点 {{node}} 上。',
    deleteFiles: '同时删除文件',
    deleteFilesText: '世界、设置以及文件夹中的所有内容都将丢失。此操作无法撤销。',
    deleteConfirm: '删除服务器',
  },
}
