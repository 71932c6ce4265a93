// Asks once what to do with all files of a batch whose names are taken.

import { Box, Button, Group } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { nameOf, type Upload, type WhenTaken } from './logic/upload.ts'
import styles from './uploads.module.css'

const answers: WhenTaken[] = ['replace', 'keep', 'skip']

interface TakenQuestionProps {
  /** Of one batch, all taken. */
  uploads: readonly Upload[]
  onAnswer: (answer: WhenTaken) => void
}

export function TakenQuestion({ uploads, onAnswer }: TakenQuestionProps) {
  const t = useTexts()
  const name = nameOf(uploads[0]?.path ?? '')
  return (
    <Box className={`line-above ${styles.question}`} flex="none" pt={12} px={14} pb={14} role="alert">
      <p>
        <strong className="breakable">
          {uploads.length === 1
            ? t('uploads.takenOne', { name })
            : t('uploads.takenMany', { count: uploads.length })}
        </strong>
      </p>
      <p className="text-note">{t('uploads.takenText')}</p>
      <Group gap={8} mt={10}>
        {answers.map(answer => (
          <Button
            key={answer}
            size="xs"
            variant={answer === 'keep' ? 'filled' : 'default'}
            onClick={() => onAnswer(answer)}
          >
            {t(`uploads.when.${answer}`)}
          </Button>
        ))}
      </Group>
    </Box>
  )
}
