export const notificationTemplate = {
  notification_templates: 'Predloge obvestil',
};
