printf 'EARLIER=step' > env.txt
printf 'EARLIER=step\n' > ended.txt
