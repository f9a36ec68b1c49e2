import { Card } from '@mantine/core';
import { type ComponentType, type ReactNode, useId } from 'react';
import classes from './SettingsSection.module.css';

type SettingsSectionProps = {
  /** Where an address with `#` leads. */
  anchor?: string;
  title?: string;
  description?: ReactNode;
  /** A Tabler icon, shown before the title. */
  icon?: ComponentType<{ size?: number; stroke?: number; color?: string; 'aria-hidden'?: boolean }>;
  /** A CSS colour, by default the olive of the identity. */
  iconColor?: string;
  children: ReactNode;
};

/**
 * The settings wrapper: an optional title with icon and an optional description at the left, an outlined card at the right;
 * one below the other where it is narrow.
 */
export function SettingsSection(props: SettingsSectionProps) {
  const { anchor, title, description, icon: Icon, iconColor = 'var(--olive)', children } = props;
  const id = useId();
  return (
    <section
      id={anchor}
      tabIndex={anchor ? -1 : undefined}
      className={classes.section}
      {...(title && { 'aria-labelledby': id })}
    >
      {(title || description) && (
        <div className={classes.head}>
          {title && (
            <h2 id={id}>
              {Icon && <Icon size={20} stroke={1.75} color={iconColor} aria-hidden />}
              {title}
            </h2>
          )}
          {description && <p>{description}</p>}
        </div>
      )}
      <Card padding={20}>{children}</Card>
    </section>
  );
}
