// What can be set in a template: name, default and good values, and who may.

import { Box } from '@mantine/core'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import { readRule } from '@rookery/primitives/variable-rules/variable-rules.ts'
import { ruleText } from '../../parts/variables/logic/rule-text.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import styles from './templates.module.css'

/** Rules that only say that a value is a text say nothing worth reading. */
const silent = ['string', 'nullable', 'present', 'sometimes', 'bail']

function goodValues(t: TextOf, { rules, hint }: TemplateVariable): string {
  if (hint) return hint
  const reported = rules.map(readRule).filter(({ name }) => !silent.includes(name))
  return reported.map(rule => ruleText(t, rules, rule)).join(' ') || t('template.anyValue')
}

function DefaultValue({ variable }: { variable: TemplateVariable }) {
  const t = useTexts()
  if (variable.secret) return <span className="text-quiet">{t('template.secretDefault')}</span>
  if (variable.default === '') return <span className="text-quiet">{t('template.emptyDefault')}</span>
  return <span className="mono">{variable.default}</span>
}

export function TemplateVariables({ variables }: { variables: readonly TemplateVariable[] }) {
  const t = useTexts()
  if (variables.length === 0) {
    return (
      <Panel title={t('template.variables')}>
        <Box component="p" className="text-secondary" p="12px 16px">
          {t('template.noVariables')}
        </Box>
      </Panel>
    )
  }
  return (
    <Panel title={t('template.variables')}>
      <div className={table.scroll}>
        <table className={`${table.table} ${styles.variables}`}>
          <thead>
            <tr>
              <th>{t('template.variable')}</th>
              <th>{t('template.variableDefault')}</th>
              <th>{t('template.variableRules')}</th>
            </tr>
          </thead>
          <tbody>
            {variables.map(variable => (
              <tr key={variable.name}>
                <td>
                  <div className="text-name">{variable.title || variable.name}</div>
                  <div className="mono text-caption">{variable.name}</div>
                  {variable.visible_to === 'administrators' && (
                    <div className="text-caption">{t('template.forAdministrators')}</div>
                  )}
                  {variable.editable_by === 'nobody' && (
                    <div className="text-caption">{t('template.readOnly')}</div>
                  )}
                </td>
                <td>
                  <DefaultValue variable={variable} />
                </td>
                <td className="text-quiet">{goodValues(t, variable)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
