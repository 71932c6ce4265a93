// The Chinese texts of a crash: how a game ended, why, and what repairs it.

import type { AreaTexts } from '../chapters.ts'

export const crash: AreaTexts<'crash'> = {
  crash: {
    title: '{{time}}崩溃',
    outOfMemory: '它需要的内存超过了允许的上限，因此被系统终止。',
    exit: {
      clean: '它自行结束且没有报告错误（退出码 0），但没有人要求它结束。',
      error: '它因错误而退出（退出码 {{code}}）。',
      notExecutable: '找到了程序，但不允许运行（退出码 126）。',
      notFound: '找不到要启动的程序（退出码 127）。',
    },
    signal: {
      kill: '它被外部强制终止（{{signal}}）。这通常意味着内存不足。',
      broke: '它内部出错：游戏或模组的缺陷，或文件损坏（{{signal}}）。',
      abort: '它发现内部有误而自行终止（{{signal}}）。',
      asked: '机器上的某个程序要求它结束（{{signal}}）。',
      other: '它被信号 {{signal}} 终止。',
    },
    unknownEnd: '不清楚它是如何结束的。',
    cause: {
      eula: '尚未接受许可协议',
      'port-in-use': '端口已被占用',
      'wrong-java': '需要其他 Java 版本',
      'missing-file': '缺少文件',
      'out-of-memory': '内存不足',
      'no-space': '磁盘已满',
      'wrong-setting': '某项设置有误',
      other: '它的输出',
    },
    causeText: {
      eula: '只有在接受许可条款（EULA）之后，游戏才会启动。',
      'port-in-use': '机器上的另一个程序已在监听此服务器需要的端口。',
      'wrong-java': '此版本的游戏无法在所选镜像的 Java 版本上运行。',
      'out-of-memory': '游戏需要的内存超过了上限或机器的容量。请提高上限，或降低游戏的需求。',
      'no-space': '机器上无法再写入任何内容。请腾出空间后重新启动。',
    },
    line: '说明原因的那一行',
    repair: {
      eula: '接受 EULA 并启动',
      'set-variable': '将 {{name}} 设为 {{value}} 并启动',
      'choose-port': '换一个端口并启动',
      'use-image': '使用 {{label}} 并启动',
      reinstall: '重新安装并启动',
      update: '更新并启动',
    },
    nothingKnown: '最后几行不符合任何已知问题。控制台中可以看到之前的输出。',
    startAgain: '重新启动',
    openConsole: '打开控制台',
    lastLines_other: '最后 {{count}} 行',
    repairFailed: '修复未能开始',
    hiddenReport: '有权读取控制台的人可以在此看到原因。',
  },
}
