// The Chinese texts of setting up a second factor, at sign-in and in the profile.

import type { AreaTexts } from '../chapters.ts'

export const secondFactor: AreaTexts<'secondFactor'> = {
  secondFactor: {
    scan: '用身份验证器应用扫描',
    scanText: '任何生成六位验证码的应用都可以。',
    picture: '用于身份验证器应用的二维码',
    openApp: '在此手机上打开应用',
    byHand: '无法扫描？请在应用中输入此密钥：',
    copyKey: '复制密钥',
    type: '输入应用显示的验证码',
    typeText: '以确认应用与此面板一致。',
    code: '六位验证码',
    switchOn: '开启',
  },
  recoveryCodes: {
    title: '保存您的恢复码',
    text: '每个恢复码可代替应用中的验证码使用一次：手机丢失时，它们是登录的方式。只在现在显示。',
    kept: '我已保存',
    sheetTitle: '{{panel}} 的恢复码',
    sheetAccount: '账号：{{login}}',
    sheetMade: '生成于 {{date}}',
    sheetUse: '每个恢复码只能使用一次。请保存在存放密码的地方。',
  },
}
