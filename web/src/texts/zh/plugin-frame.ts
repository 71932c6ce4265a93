// The Chinese texts of the box that a plugin's page is shown in.

import type { AreaTexts } from '../chapters.ts'

export const pluginFrame: AreaTexts<'pluginFrame'> = {
  pluginFrame: {
    silent: '插件的这一部分没有应答',
    flood: '插件的这一部分发送过多，已被停止',
    left: '插件的这一部分试图跳转到别处，已被停止',
    failed: '插件的这一部分无法显示',
    unloaded: '插件的这一部分无法加载',
    restOfPage: '此页面的其他内容不受影响。',
  },
}
