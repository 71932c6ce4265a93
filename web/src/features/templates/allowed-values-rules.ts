// Says in a few words what a setting of a game may be, for somebody who reads about it; forms say what is wrong.

import { choiceTitle } from '@rookery/contracts/template/choice-title.ts'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import { readRule } from '@rookery/primitives/variable-rules/variable-rules.ts'
import { shapeOf } from '../../parts/variables/logic/variable-shape.ts'
import type { TextOf } from '../../texts/texts.ts'

type Setting = Pick<TemplateVariable, 'default' | 'rules' | 'hint' | 'choices'>

const formats = ['url', 'ip', 'alpha', 'alpha_num', 'alpha_dash'] as const

export function allowedValues(t: TextOf, setting: Setting): string {
  if (setting.hint) return capitalized(setting.hint)
  const shape = shapeOf(setting)
  if (shape.kind === 'switch') return t('template.values.switch')
  if (shape.kind === 'choice') return shape.choices.map(choice => choiceTitle(setting, choice)).join(', ')
  if (shape.kind === 'number') return rangeText(t, shape.min, shape.max)
  const names = setting.rules.map(rule => readRule(rule).name)
  const format = formats.find(each => names.includes(each))
  if (format) return t(`template.values.${format}`)
  if (names.includes('regex')) return t('template.values.pattern')
  return shape.longest === null
    ? t('template.values.text')
    : t('template.values.longest', { count: shape.longest })
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function rangeText(t: TextOf, min: number | null, max: number | null): string {
  if (min !== null && max !== null) return t('template.values.range', { min, max })
  if (min !== null) return t('template.values.atLeast', { min })
  return max === null ? t('template.values.number') : t('template.values.atMost', { max })
}

/** What a switch or a choice is at first, as forms say it; null for everything else, which is shown as it is written. */
export function spokenDefault(t: TextOf, setting: Setting): string | null {
  const shape = shapeOf(setting)
  if (shape.kind === 'choice') return choiceTitle(setting, setting.default)
  if (shape.kind !== 'switch') return null
  return setting.default.toLowerCase() === shape.on.toLowerCase() ? t('template.on') : t('template.off')
}
