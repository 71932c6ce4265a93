// The Chinese texts of the settings of a game server.

import type { AreaTexts } from '../chapters.ts'

export const settings: AreaTexts<'settings'> = {
  settings: {
    game: '游戏',
    gameText: '模板允许设置的内容。从下次启动起生效。',
    noVariables: '此游戏没有自己的设置。配置文件中的选项可在其文件中找到。',
    start: '启动',
    startText: '何时自动启动，以及用什么启动。',
    autostart: '随节点启动',
    autostartText: '机器启动时，游戏也随之启动。',
    updateBeforeStart: '每次启动前更新',
    updateBeforeStartText: '耗时更长，但玩家不必等待匹配的版本。',
    image: '容器镜像',
    imageText: '第一个是常用的。',
    crash: '崩溃之后',
    crashText: '当游戏在没有人要求的情况下结束时。',
    restart: '自动重新启动',
    restartText: '尝试次数用尽后，它会保持停止，直到有人查看。',
    crashSentence: '{{minutes}} 分钟内最多 {{attempts}} 次，每次先等待 {{seconds}} 秒。',
    attempts: '次数',
    minutes: '分钟',
    seconds: '等待秒数',
    attemptsWrong: '1 到 100 次。',
    minutesWrong: '至少一秒：0.02 分钟。',
    secondsWrong: '0 秒或更多。',
    changes_other: '{{count}} 处更改',
    actsLater: '从下次启动起生效。',
    invalid_other: '{{count}} 个值还不正确。',
    restartTitle: '游戏仍以旧设置运行',
    restartNotice: '保存的内容从下次启动起生效。重启期间玩家会断开。',
    restartNow: '立即重启',
    notSaved: '未保存任何内容',
    awayTitle: '节点离线',
    awayText: '现在可以保存设置；节点恢复后会采用。',
  },
}
