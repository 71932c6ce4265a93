// Lets a machine take the place of a node, or come back as it: the command for it, in a dialog.

import { Button, Group, Modal } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { CommandBox } from './add-node-view.tsx'
import type { JoinOffer } from './request-join.ts'

interface JoinAgainViewProps {
  nodeName: string
  /** Null: nothing was asked for. */
  joinCommand: JoinOffer | null
  onClose: () => void
}

export function JoinAgainView({ nodeName, joinCommand, onClose }: JoinAgainViewProps) {
  const t = useTexts()
  return (
    <Modal opened={joinCommand !== null} onClose={onClose} title={t('node.enroll')} size="lg">
      {joinCommand && (
        <div className={form.form}>
          <p className="text-quiet">{t('node.enrollText')}</p>
          <p className="text-quiet">{t('nodes.runThis', { name: nodeName })}</p>
          <CommandBox {...joinCommand} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('actions.close')}
            </Button>
          </Group>
        </div>
      )}
    </Modal>
  )
}
