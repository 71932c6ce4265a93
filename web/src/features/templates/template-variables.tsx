// What can be set in a template: name, default and good values, and who may.

import { Box } from '@mantine/core'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import { LinkedText } from '../../parts/variables/linked-text.tsx'
import { isRequired } from '../../parts/variables/logic/variable-shape.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { allowedValues, spokenDefault } from './allowed-values-rules.ts'
import styles from './templates.module.css'

function DefaultValue({ variable }: { variable: TemplateVariable }) {
  const t = useTexts()
  if (variable.secret) return <span className="text-quiet">{t('template.secretDefault')}</span>
  if (variable.default === '') {
    const text = isRequired(variable) ? t('template.mustBeSet') : t('template.emptyDefault')
    return <span className="text-quiet">{text}</span>
  }
  return <>{spokenDefault(t, variable) ?? <span className="mono">{variable.default}</span>}</>
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
        <table className={`${table.table} ${table.stacks} ${styles.variables}`}>
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
                  <span className="text-name">{variable.title || variable.name}</span>
                  {variable.title && <span className={`mono ${styles.variableName}`}>{variable.name}</span>}
                  {variable.description && (
                    <div className="text-note">
                      <LinkedText text={variable.description} />
                    </div>
                  )}
                  {variable.visible_to === 'administrators' && (
                    <div className="text-caption">{t('template.forAdministrators')}</div>
                  )}
                  {variable.editable_by === 'nobody' && (
                    <div className="text-caption">{t('template.readOnly')}</div>
                  )}
                </td>
                <td>
                  <span className={styles.cellLabel}>{t('template.variableDefault')}</span>
                  <DefaultValue variable={variable} />
                </td>
                <td className="text-quiet">
                  <span className={styles.cellLabel}>{t('template.variableRules')}</span>
                  {allowedValues(t, variable)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
